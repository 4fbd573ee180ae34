/** Frames leave out what is empty; the page puts it back before anybody looks. */

import { expect, test } from "vitest";
import { whole } from "../src/lib/following.ts";
import type { ServerFrame } from "../src/lib/wire.ts";

const CLAIM = { kind: "claim", pieces: [], tray: "new-line" };

test("what is left out of news is put back", () => {
  const meaning = { kind: "discard", step: "place", pieces: [], tray: "old-line", coins: 2 };
  const events = [
    { seq: 5, kind: "action", seat: 0, token: "K3", round: 1, at: "", meaning: { ...CLAIM } },
    { seq: 6, kind: "action", seat: 0, token: "3x", round: 1, at: "", bot: true, meaning },
    { seq: 7, kind: "back", seat: 0, token: "3x", round: 1, at: "", points: -3, meaning: null },
  ];
  const frame = { type: "news", since: 4, events, view: { seq: 7 }, offers: [{ ...CLAIM, choices: [] }] };
  const news = whole(frame as unknown as ServerFrame);
  expect(news).toMatchObject({ since: 4, kingdoms: {}, lines: {}, tiles: {}, trays: {}, can_take_back: false, turn_ends: null });
  if (news.type !== "news") throw new Error(news.type);
  expect(news.events[0]).toMatchObject({ points: 0, bot: false, meaning: { step: "claim", squares: [], spaces: [], coins: 0, seats: [] } });
  expect(news.events[1]).toMatchObject({ bot: true, meaning: { step: "place", coins: 2 } });
  expect(news.events[2]).toMatchObject({ points: -3, meaning: null });
  expect(news.offers).toEqual([{ ...CLAIM, step: "claim", spaces: [], coins: 0, choices: [] }]);
});

test("what is left out of an answer is put back wherever it is", () => {
  const answer = whole({ ways: [{ meaning: { ...CLAIM } }], exercise: { offers: [{ ...CLAIM, step: "place" }] } });
  expect(answer.ways[0]?.meaning).toEqual({ ...CLAIM, step: "claim", squares: [], spaces: [], coins: 0, seats: [] });
  expect(answer.exercise.offers[0]).toEqual({ ...CLAIM, step: "place", spaces: [], coins: 0 });
});

test("other frames stay as they are", () => {
  const frame: ServerFrame = { type: "accepted", id: "1", seq: 5 };
  expect(whole(frame)).toEqual({ type: "accepted", id: "1", seq: 5 });
});
