import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { Rejection, type RejectionCode } from '../../../domain/kit/decider.ts';
import {
  AppendRefused,
  LogDamaged,
  NotAPosition,
  StoreUnavailable,
  UndecodableEvent,
} from '../../../store/event-store.ts';
import { DamagedReadModels, InvalidQuery, NoSuchCollection, NoSuchIndex } from '../../../store/read-models.ts';
import { SubjectKeyMissing } from '../../../store/subject-keys.ts';
import { TooManyTries } from '../../accounts/tries.ts';
import { IdempotencyConflict } from '../../commands/command-handler.ts';
import { TooBusy } from '../../commands/until-appended.ts';
import { DocumentFailed } from '../../documents/documents.ts';
import { TooManyIncoming } from '../../images/incoming-files.ts';
import { HistoryChanged } from '../../proof/proofs.ts';
import { OnlyNow, StillMaking } from '../../runtime/as-of.ts';
import { type LiveReadModels, Rebuilding } from '../../runtime/live-read-models.ts';
import { NoTurn } from '../../runtime/slots.ts';

/** What every failure carries: a message that a person can act on. */
export interface ErrorBody {
  message: string;
  code: string;
  issues?: { path: string; message: string }[];
}

/** An answer from the HTTP layer itself, with its status. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody & Record<string, unknown>;
  /** The seconds after which the request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody & Record<string, unknown>, retryAfterSeconds?: number) {
    super(body.message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const REJECTION_STATUS: Record<RejectionCode, number> = {
  invalid: 400,
  not_found: 404,
  removed: 410,
  erased: 410,
  conflict: 409,
  taken: 409,
  forbidden: 403,
  superseded: 409,
  revoked: 410,
  expired: 410,
};

/** Fastify's own refusals, in words for people. */
const FRAMEWORK: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is larger than this call accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'wrong_content_type',
    'Send the body as JSON, with Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'malformed_request', 'The address of the request is not valid.'],
};

/** Errors whose message is meant for the caller: kind, status, code. */
const TOLD_AS_IT_IS = [
  [IdempotencyConflict, 409, 'idempotency_conflict'],
  [TooBusy, 409, 'busy'],
  [NotAPosition, 400, 'invalid'],
  [NoTurn, 429, 'too_many_at_once'],
  [TooManyIncoming, 429, 'too_many_at_once'],
  [InvalidQuery, 400, 'invalid_query'],
  [AppendRefused, 413, 'too_large'],
  [LogDamaged, 503, 'history_damaged'],
  [HistoryChanged, 409, 'history_changed'],
  [DocumentFailed, 503, 'document_failed'],
  [OnlyNow, 400, 'only_now'],
  [StillMaking, 503, 'still_making'],
] as const;

/**
 * Answers any error with its status and body; our own failures are logged under their reference.
 * @param readModels tell whether what is missing will come with the next generation, or is a defect in this code
 * @returns the answer's code
 */
export function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  readModels: Pick<LiveReadModels, 'isAsDeclared'>,
): string {
  const body = beginAnswer(error, request, reply, readModels);
  // A route's own response schema does not describe its errors, so they are sent without it.
  reply.header('content-type', 'application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  return body.code;
}

/**
 * Gives an answer the status and headers of an error, whatever is then sent; logs the error if it is our own failure.
 * @returns the body of the error
 */
export function beginAnswer(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  readModels: Pick<LiveReadModels, 'isAsDeclared'>,
): ErrorBody {
  const [status, body] = isRebuilding(error, readModels) ? REBUILDING : answerFor(error, request);
  const seconds = retryAfter(error);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  reply.code(status);
  // What is being made is not a failure; if making it fails, its loop logs that.
  if (status >= 500 && !['rebuilding', 'still_making'].includes(body.code)) request.log.error({ err: error });
  return body;
}

/** In seconds; undefined for errors that do not say when to retry. */
function retryAfter(error: Error): number | undefined {
  if (error instanceof TooManyTries || error instanceof TooManyIncoming || error instanceof StillMaking)
    return error.retryAfterSeconds;
  return error instanceof NoTurn || error instanceof HttpError ? error.retryAfterSeconds : undefined;
}

function answerFor(error: Error, request: FastifyRequest): [number, ErrorBody] {
  const reference = request.id;
  if (error instanceof HttpError) return [error.status, error.body];
  if (error instanceof Rejection) return [REJECTION_STATUS[error.code], rejectionBody(error)];
  if (hasZodFastifySchemaValidationErrors(error)) return [400, validationBody(error.validation)];
  if (error instanceof TooManyTries) return [429, { message: error.message, code: error.code }];
  const told = TOLD_AS_IT_IS.find(([kind]) => error instanceof kind);
  if (told) return [told[1], { message: error.message, code: told[2] }];
  if (error instanceof StoreUnavailable) return [503, unavailable(error, request)];
  if (error instanceof UndecodableEvent || error instanceof SubjectKeyMissing) {
    return [
      500,
      {
        message: `A step of this record's history cannot be read. Reference: ${reference}.`,
        code: 'history_unreadable',
      },
    ];
  }
  return frameworkAnswer(error as FastifyError, reference);
}

const REBUILDING: [number, ErrorBody] = [503, { message: new Rebuilding().message, code: 'rebuilding' }];

/** The read models are being built, or will be as soon as the runner learns of it. */
function isRebuilding(error: Error, readModels: Pick<LiveReadModels, 'isAsDeclared'>): boolean {
  if (error instanceof Rebuilding || error instanceof DamagedReadModels) return true;
  const isMissing = error instanceof NoSuchCollection || error instanceof NoSuchIndex;
  return isMissing && !readModels.isAsDeclared();
}

function frameworkAnswer(error: FastifyError, reference: string): [number, ErrorBody] {
  const known = FRAMEWORK[error.code ?? ''];
  if (known) return [known[0], { code: known[1], message: known[2] }];
  if (error.statusCode !== undefined && error.statusCode < 500 && !isResponseSerializationError(error)) {
    return [error.statusCode, { message: error.message, code: 'malformed_request' }];
  }
  return [500, { message: `Something went wrong on our side. Try again. Reference: ${reference}.`, code: 'internal' }];
}

function rejectionBody(error: Rejection): ErrorBody {
  const body: ErrorBody = { message: error.message, code: error.code };
  if (error.field !== undefined) body.issues = [{ path: error.field, message: error.message }];
  return body;
}

function validationBody(validation: readonly { instancePath: string; keyword: string; message?: string }[]): ErrorBody {
  const issues = validation.map(({ instancePath, keyword, message = 'This is not valid.' }) => {
    const path = instancePath.split('/').filter(Boolean).join('.');
    return { path, message: path === '' && keyword === 'invalid_type' && isGeneral(message) ? NO_OBJECT : message };
  });
  const [first] = issues;
  return { message: first?.message ?? 'The request is not valid.', code: 'invalid', issues };
}

/** Only a body can be something other than an object. */
const NO_OBJECT = 'Send the body as a JSON object.';

/** The validator's own wording, if the schema has none. */
function isGeneral(message: string): boolean {
  return message.startsWith('Invalid input');
}

function unavailable(error: StoreUnavailable, { method, routeOptions }: FastifyRequest): ErrorBody {
  const code = 'store_unavailable';
  if (method === 'GET' || method === 'HEAD')
    return { message: `This cannot be shown right now: ${error.message} ${LATER}`, code };
  const { shape = {} } = (routeOptions.schema?.headers ?? {}) as { shape?: object };
  const next = 'idempotency-key' in shape ? 'Try again with the same Idempotency-Key.' : LATER;
  return { message: `Nothing could be saved right now: ${error.message} ${next}`, code };
}

const LATER = 'Try again in a few minutes. If that does not help, tell whoever runs Heartwood: its log says why.';
