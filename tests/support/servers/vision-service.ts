import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenHttp } from './http-listener.ts';

/** What the service does with one call. */
export type Behavior =
  /** Answers with this, or with its usual answer, and says that it is this model. */
  | { answers?: object; model?: string }
  | { status: number; code?: string; retryAfter?: number }
  | { refuses: string }
  /** A text in place of the model's answer, or made from what it is asked. */
  | { writes: string | ((body: VisionCall) => string) }
  /** Calls tools in place of a text: these, or what it makes of the request, as one that obeys what it reads. */
  | { callsTools: readonly ToolCall[] | ((body: VisionCall) => readonly ToolCall[]); model?: string }
  /** In place of its whole reply. */
  | { replies: string }
  /** It accepts the call and says nothing; or starts to answer and goes no further. */
  | { hangs: 'before' | 'within' }
  | { cutsOff: true }
  /** Sends the call on to this URL. */
  | { redirects: string }
  /** Sends for ever what does not end; or, packed, 100 MB at once. */
  | { floods: 'plain' | 'packed'; status?: number }
  | { stopsAt: 'max_output_tokens' };

export interface ToolCall {
  name: string;
  /** A text goes out as it is. */
  arguments: object | string;
}

export interface VisionService {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  env: Record<string, string>;
  /** From now on it handles calls like this one after another, and all later ones like the last. */
  behave(...behaviors: Behavior[]): void;
  /** The calls it received. */
  calls: { authorization: string | undefined; body: VisionCall }[];
  /** How many bytes of a flood it could send. */
  flooded(): number;
  /** How many calls were ended by whoever made them, before an answer. */
  left(): number;
  close(): Promise<void>;
}

export interface VisionCall {
  model: string;
  instructions: string;
  store: boolean;
  input: { role: string; content: { type: string; text?: string; image_url?: string }[] }[];
  tools?: { name: string; description: string; parameters: { properties: Record<string, object> } }[];
  text: { format: { type: string; strict: boolean; schema: { properties: Record<string, unknown> } } };
}

const MODEL = 'vision-1-2026';

/** Its usual answer. */
export const USUAL_ANSWER = {
  showsTree: true,
  summary: 'A mature oak stands close to a house.',
  treeCondition: 'Healthy crown, one dead limb.',
  safetyRisk: 'high',
  additionalNotes: 'The dead limb hangs over the roof.',
  suggestedServices: [{ service: 'pruning', description: 'Remove the dead limb.', priority: 'high' }],
  treeSpecies: 'White oak',
  treeHeight: '50-60 feet',
  difficultyLevel: 'Medium',
  estimatedDuration: '4-6 hours',
  recommendations: ['Rope down the limb.'],
  equipmentNeeded: ['Climbing gear'],
  hazards: ['Loose bark'],
  seen: ['A broad crown of lobed leaves.'],
  notSeen: ['The base of the trunk.'],
  confidence: 0.8,
  hasInstructions: false,
};

/** A server on this machine that speaks OpenAI's protocol for pictures, and misbehaves on demand. */
export async function startVisionService(): Promise<VisionService> {
  const calls: VisionService['calls'] = [];
  let behaviors: Behavior[] = [{}];
  let flooded = 0;
  let left = 0;

  const listener = await listenHttp(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as VisionCall;
    calls.push({ authorization: request.headers.authorization, body });
    response.once('close', () => {
      if (!response.writableEnded) left++;
    });
    const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
    const sent = (bytes: number) => {
      flooded += bytes;
    };
    act(behavior ?? {}, body, response, sent);
  });

  return {
    url: `${listener.url}/v1`,
    env: { OPENAI_API_KEY: 'sk-local', OPENAI_BASE_URL: `${listener.url}/v1`, OPENAI_MODEL: 'vision-1' },
    calls,
    flooded: () => flooded,
    left: () => left,
    behave(...next) {
      behaviors = next;
      calls.length = 0;
      flooded = 0;
      left = 0;
    },
    close: listener.close,
  };
}

type Sent = (bytes: number) => void;

function act(behavior: Behavior, body: VisionCall, response: ServerResponse, sent: Sent): void {
  response.setHeader('content-type', 'application/json');
  if ('hangs' in behavior) {
    if (behavior.hangs === 'within') response.write('{"id":"resp_1","output":[');
    return;
  }
  if ('cutsOff' in behavior) return void response.destroy();
  if ('redirects' in behavior) return void response.writeHead(307, { location: behavior.redirects }).end();
  if ('floods' in behavior) return void flood(behavior, response, sent);
  if ('status' in behavior) {
    const { status, code = null, retryAfter } = behavior;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end(JSON.stringify({ error: { message: 'No.', type: 'error', code, param: null } }));
    return;
  }
  if ('replies' in behavior) return void response.end(behavior.replies);
  response.end(JSON.stringify(replyOf(behavior, body)));
}

/** Sends as fast as it is read, until the connection is cut. */
async function flood(
  { floods, status = 200 }: Extract<Behavior, { floods: string }>,
  response: ServerResponse,
  sent: Sent,
) {
  response.statusCode = status;
  if (floods === 'packed') {
    response.setHeader('content-encoding', 'gzip');
    return void response.end(gzipSync(Buffer.alloc(100_000_000, '"')));
  }
  const part = Buffer.alloc(64 * 1024, '"');
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  while (!response.destroyed) {
    sent(part.length);
    if (!response.write(part)) await once(response, 'drain', { signal: closed.signal }).catch(() => undefined);
  }
}

type Replying = Exclude<
  Behavior,
  | { hangs: string }
  | { status: number }
  | { cutsOff: true }
  | { floods: string }
  | { replies: string }
  | { redirects: string }
>;

function replyOf(behavior: Replying, body: VisionCall): object {
  const reply = (parts: object[], more: object = {}) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: MODEL,
    error: null,
    output: [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: parts }],
    ...more,
  });
  const said = (text: string) => ({ type: 'output_text', text, annotations: [] });
  if ('refuses' in behavior) return reply([{ type: 'refusal', refusal: behavior.refuses }]);
  if ('writes' in behavior) {
    const { writes } = behavior;
    return reply([said(typeof writes === 'string' ? writes : writes(body))]);
  }
  if ('stopsAt' in behavior) {
    const partial = JSON.stringify(USUAL_ANSWER).slice(0, 60);
    return reply([said(partial)], { status: 'incomplete', incomplete_details: { reason: behavior.stopsAt } });
  }
  if ('callsTools' in behavior) {
    const { callsTools, model = MODEL } = behavior;
    const calls = typeof callsTools === 'function' ? callsTools(body) : callsTools;
    return reply([], { model, output: calls.map(callOf) });
  }
  const { answers, model = MODEL } = behavior;
  return reply([said(JSON.stringify({ ...USUAL_ANSWER, ...answers }))], { model });
}

function callOf({ name, arguments: said }: ToolCall, at: number): object {
  const call = { id: `fc_${at}`, call_id: `call_${at}`, type: 'function_call', status: 'completed' };
  return { ...call, name, arguments: typeof said === 'string' ? said : JSON.stringify(said) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
