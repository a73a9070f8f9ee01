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
      this.sent.push(message);
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

    /** @param {number} code @param {string} reason */
    close(code, reason) {
      this.drop(code, reason);
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
