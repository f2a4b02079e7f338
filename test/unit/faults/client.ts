/** The faulty sandbox of a suite, and a client of it. */

import { type Agent, request } from "node:http";
import { type FaultySandbox, startFaultySandbox } from "../../faults/index.js";

export const application = { name: "Shop", source_control_provider_type: "hostA", region: "eu-west-1" };

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at other parts of the JSON
  json: any;
}

/** Starts a faulty sandbox for the suite around the call, and resets it before each test. */
export function freshFront() {
  let front: FaultySandbox;
  before(async () => {
    front = await startFaultySandbox();
  });
  beforeEach(() => front.reset());
  after(() => front.close());

  const headers = () => ({ authorization: `Bearer ${front.token}` });

  async function send(method: string, path: string, body: object): Promise<Answer> {
    const response = await fetch(`${front.url}${path}`, {
      method,
      headers: headers(),
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
  const create = (fields: object = {}) => send("POST", "/applications", { ...application, ...fields });
  const update = (fields: object = {}) => send("PATCH", "/caches/cache-1", { name: "sessions", ...fields });
  const created = () => front.sandbox.state().applications.length;

  /** Node's own client shows what an exchange comes to, byte by byte. */
  function exchange(agent?: Agent) {
    const outgoing = request(`${front.url}/applications`, {
      method: "POST",
      headers: headers(),
      ...(agent ? { agent } : { agent: false }),
    });
    return outgoing.end(JSON.stringify(application));
  }

  return { front: () => front, headers, send, create, update, created, exchange };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
