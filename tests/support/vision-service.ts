import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenHttp } from './http-listener.ts';

/** What the service does with one call. */
export type Behavior =
  /** Answers with this, or with its usual answer. */
  | { answers?: object }
  | { status: number; code?: string; retryAfter?: number }
  | { refuses: string }
  /** A text in place of the model's answer. */
  | { writes: string }
  /** In place of its whole reply. */
  | { replies: string }
  /** It accepts the call and says nothing; or starts to answer and goes no further. */
  | { hangs: 'before' | 'within' }
  | { cutsOff: true }
  | { stopsAt: 'max_output_tokens' };

export interface VisionService {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  env: Record<string, string>;
  /** From now on it handles calls like this one after another, and all later ones like the last. */
  behave(...behaviors: Behavior[]): void;
  /** The calls it received. */
  calls: { authorization: string | undefined; body: VisionCall }[];
  close(): Promise<void>;
}

export interface VisionCall {
  model: string;
  instructions: string;
  store: boolean;
  input: { role: string; content: { type: string; text?: string; image_url?: string }[] }[];
  text: { format: { type: string; strict: boolean; schema: { properties: Record<string, unknown> } } };
}

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
  seen: ['A broad crown of lobed leaves.'],
  notSeen: ['The base of the trunk.'],
  confidence: 0.8,
  hasInstructions: false,
};

/** A server on this machine that speaks OpenAI's protocol for pictures, and misbehaves on demand. */
export async function startVisionService(): Promise<VisionService> {
  const calls: VisionService['calls'] = [];
  let behaviors: Behavior[] = [{}];

  const listener = await listenHttp(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as VisionCall;
    calls.push({ authorization: request.headers.authorization, body });
    const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
    act(behavior ?? {}, response);
  });

  return {
    url: `${listener.url}/v1`,
    env: { OPENAI_API_KEY: 'sk-local', OPENAI_BASE_URL: `${listener.url}/v1`, OPENAI_MODEL: 'vision-1' },
    calls,
    behave(...next) {
      behaviors = next;
      calls.length = 0;
    },
    close: listener.close,
  };
}

function act(behavior: Behavior, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  if ('hangs' in behavior) {
    if (behavior.hangs === 'within') response.write('{"id":"resp_1","output":[');
    return;
  }
  if ('cutsOff' in behavior) return void response.destroy();
  if ('status' in behavior) {
    const { status, code = null, retryAfter } = behavior;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end(JSON.stringify({ error: { message: 'No.', type: 'error', code, param: null } }));
    return;
  }
  if ('replies' in behavior) return void response.end(behavior.replies);
  response.end(JSON.stringify(replyOf(behavior)));
}

function replyOf(behavior: Exclude<Behavior, { hangs: string } | { status: number } | { cutsOff: true }>): object {
  const reply = (parts: object[], more: object = {}) => ({
    ...{ id: 'resp_1', object: 'response', created_at: 0, status: 'completed', model: 'vision-1-2026', error: null },
    output: [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: parts }],
    ...more,
  });
  const said = (text: string) => ({ type: 'output_text', text, annotations: [] });
  if ('refuses' in behavior) return reply([{ type: 'refusal', refusal: behavior.refuses }]);
  if ('writes' in behavior) return reply([said(behavior.writes)]);
  if ('stopsAt' in behavior) {
    const partial = JSON.stringify(USUAL_ANSWER).slice(0, 60);
    return reply([said(partial)], { status: 'incomplete', incomplete_details: { reason: behavior.stopsAt } });
  }
  return reply([said(JSON.stringify({ ...USUAL_ANSWER, ...('answers' in behavior ? behavior.answers : {}) }))]);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
