/** A desk for all tests: jsdom answers no media queries. */

globalThis.matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), { media, matches: media.startsWith("(min-") }) as unknown as MediaQueryList;
