/** A WebSocket that talks to the test, in the graphql-transport-ws protocol. */

export function sockets() {
  /** @type {FakeSocket[]} */
  const all = [];

  class FakeSocket {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    constructor() {
      this.readyState = FakeSocket.CONNECTING;
      /** @type {any[]} */
      this.sent = [];
      /** What was sent after it had been closed, which browsers complain of. @type {any[]} */
      this.late = [];
      /** @type {(() => void) | null} */
      this.onopen = null;
      /** @type {((event: { data: string }) => void) | null} */
      this.onmessage = null;
      /** @type {((event: { code: number, reason: string, wasClean: boolean }) => void) | null} */
      this.onclose = null;
      all.push(this);
      setTimeout(() => {
        this.readyState = FakeSocket.OPEN;
        this.onopen?.();
      });
    }

    /** @param {string} text */
    send(text) {
      const message = JSON.parse(text);
      if (this.readyState !== FakeSocket.OPEN) this.late.push(message);
      else this.sent.push(message);
      if (message.type === 'connection_init') setTimeout(() => this.say({ type: 'connection_ack' }));
    }

    /** @param {unknown} message */
    say(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }

    /** @param {number} code @param {string} [reason] */
    drop(code, reason = '') {
      this.readyState = FakeSocket.CLOSED;
      this.onclose?.({ code, reason, wasClean: false });
    }

    /** What the other side has sent before it hears of this still arrives. @param {number} code @param {string} reason */
    close(code, reason) {
      this.readyState = FakeSocket.CLOSING;
      setTimeout(() => this.drop(code, reason));
    }

    subscription() {
      return this.sent.find(message => message.type === 'subscribe');
    }
  }

  /** The socket opened as number `at`, once it has been asked for a subscription. @param {number} at */
  async function opened(at) {
    while (!all[at]?.subscription()) await new Promise(done => setTimeout(done, 1));
    return all[at];
  }

  return { Socket: FakeSocket, all, opened };
}
