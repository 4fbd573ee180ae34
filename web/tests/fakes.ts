/** A socket that answers when the test says so. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { type: string; id?: string; seq?: number; token?: string; pace?: string }[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something. */
  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** The line breaks. */
  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
