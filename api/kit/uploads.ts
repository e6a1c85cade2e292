import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Arrival } from '../../platform/http/visitors/visitor-files.ts';
import { type ImageRefusal, ImageRefused } from '../../platform/images/image.ts';
import { TooManyIncoming } from '../../platform/images/incoming-files.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { App } from './context.ts';
import { strict } from './unknown-keys.ts';

/** Registers calls that take a form instead of JSON, in their own scope because no other call takes one. */
export function takeForms(app: App, register: (forms: App) => void): void {
  void app.register((forms, _options, done) => {
    void forms.register(multipart);
    // A body of any other type is not read; `requireForm` answers what these calls take.
    forms.removeContentTypeParser('application/json');
    forms.addContentTypeParser('*', (_request, _body, done) => done(null));
    forms.setValidatorCompiler(validateAllButBody);
    register(forms);
    done();
  });
}

/** A form is read by the handler itself: its schema only describes it. */
const validateAllButBody: FastifySchemaCompiler<z.ZodType> = (part) =>
  part.httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(part);

/**
 * The fields of a form besides its file.
 * @throws HttpError 400
 */
export function readFormFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const { data, error } = strict(schema).safeParse(fields);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new HttpError(400, { message: issues[0]?.message ?? 'The form is not valid.', code: 'invalid', issues });
}

const REFUSAL_STATUS: Record<ImageRefusal, number> = { unsupported: 415, too_large: 413, unreadable: 422 };

/** @throws HttpError 413, 415 or 422 if the photo was refused; any other error as it is */
export function refusePhoto(error: unknown): never {
  if (!(error instanceof ImageRefused)) throw error;
  throw refusal(error.reason, error.message);
}

export function refusal(reason: ImageRefusal, message: string): HttpError {
  return new HttpError(REFUSAL_STATUS[reason], { message, code: reason });
}

/** A form with one file, which has been written to disk. */
export interface Upload {
  /** The file's hash, as 64 hex digits. */
  sha256: string;
  /** Its other fields, as text. */
  fields: Record<string, string>;
}

export interface UploadLimits {
  /** What to call the file when refusing it. */
  noun?: string;
  /** The form field that holds the file. */
  field: string;
  /** The file's size limit. */
  bytes: number;
  /** For a stranger's file. */
  arrival?: Arrival;
}

function nounOf({ noun = 'photo' }: UploadLimits): string {
  return noun;
}

/** What a form may hold besides the file: its boundaries, and a few fields. */
const REST_BYTES = 64 * 1024;

/** By the error code of the parser or of Fastify. */
const REFUSALS: Record<string, (limits: UploadLimits) => HttpError> = {
  FST_FILES_LIMIT: oneFileOnly,
  FST_FIELDS_LIMIT: oneFileOnly,
  FST_PARTS_LIMIT: oneFileOnly,
  FST_MP_PREMATURE_CLOSE: cutOff,
  FST_ERR_VALIDATION: cutOff,
};

/**
 * Reads a form with exactly one file, writes the file as it arrives, and stops as soon as it exceeds its limit. The
 * file's name and Content-Type are ignored: they say nothing about what it holds.
 * @param path where it is written, for this user alone
 * @throws HttpError 400, 413 or 415; StoreUnavailable
 */
export async function readUpload(request: FastifyRequest, path: string, limits: UploadLimits): Promise<Upload> {
  requireForm(request, `Send the ${nounOf(limits)} as a form (multipart/form-data), in the field "${limits.field}".`);
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes + REST_BYTES) throw tooLarge(limits);
  const refusalOf = (code: string) => REFUSALS[code]?.(limits) ?? cutOff(limits);
  return orRefuse(request, refusalOf, () => readParts(request, path, limits));
}

/** @throws HttpError 415 */
function requireForm(request: FastifyRequest, message: string): void {
  if (!request.isMultipart()) throw new HttpError(415, { message, code: 'wrong_content_type' });
}

/** What says itself what is wrong. */
const PASSED_ON = [HttpError, StoreUnavailable, TooManyIncoming];

/** @param refusalOf what the parser's code means; anything else it throws means that the body is not a form */
async function orRefuse<Result>(
  request: FastifyRequest,
  refusalOf: (code: string) => HttpError,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    // The rest of the upload is discarded, so that a client that keeps sending still gets the answer.
    request.raw.unpipe();
    request.raw.resume();
    if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
    throw refusalOf((error as { code?: string }).code ?? '');
  }
}

async function readParts(request: FastifyRequest, path: string, limits: UploadLimits): Promise<Upload> {
  const fields: Record<string, string> = {};
  let sha256: string | undefined;
  const parts = request.parts({
    limits: { files: 1, fields: 10, fieldSize: 8_000, fileSize: limits.bytes + 1, headerPairs: 20 },
  });
  for await (const part of parts) {
    limits.arrival?.signal.throwIfAborted();
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === limits.field) sha256 = await writeOne(part.file, path, limits);
    else throw oneFileOnly(limits);
  }
  if (sha256 === undefined) throw oneFileOnly(limits);
  limits.arrival?.arrived();
  return { sha256, fields };
}

/** Stops at the first byte too many, where the parser would wait for the end of the file. @returns its SHA-256 */
function writeOne(file: Readable, path: string, limits: UploadLimits): Promise<string> {
  let length = 0;
  const takes = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limits.bytes) throw tooLarge(limits);
    return true;
  };
  return writeFile(file, path, takes, limits.arrival);
}

/** @param takes whether to write a chunk; the rest is read and dropped. @returns the SHA-256 of what was written */
async function writeFile(
  file: Readable,
  path: string,
  takes: (chunk: Buffer) => boolean,
  arrival?: Arrival,
): Promise<string> {
  const hash = createHash('sha256');
  const signal = arrival?.signal;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      arrival?.took(chunk.length);
      if (!takes(chunk)) continue;
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(file, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const { syscall = '' } = cause as NodeJS.ErrnoException;
    if (!['open', 'write', 'close'].includes(syscall)) throw cause;
    throw new StoreUnavailable('A file could not be written.', { cause });
  }
  return hash.digest('hex');
}

/** A form with several files, each of which may be refused without the others. */
export interface SeveralUploads {
  files: UploadedFile[];
  fields: Record<string, string>;
}

export interface UploadedFile {
  /** From 0, in order of arrival. */
  index: number;
  /** The form field it came in. */
  field: string;
  /** Where it was written; null if it was not kept. */
  path: string | null;
  /** The hash of what was kept of it. */
  sha256: string;
  leftOut: 'too_large' | 'too_many' | null;
}

export interface SeveralLimits {
  /** How many files are kept, the first ones; as many again are read and left out. */
  files: number;
  /** The size limit of one file. */
  bytes: number;
  /** The size limit of the whole form. */
  totalBytes: number;
  /** The size limit of one field's text; anything longer is cut there. */
  fieldBytes: number;
  /** For a stranger's files. */
  arrival?: Arrival;
}

/**
 * Reads a form with any number of files, even none, and writes them as they arrive. A file that is too large or one too
 * many is read to its end and left out, so that one bad file does not fail the form. An empty file counts as none:
 * browsers send one for each file field left blank.
 * @param folder where they are written, for this user alone
 * @param fields gets the other fields as they arrive, so that they are known also where a file is refused
 * @throws HttpError 400, 413 or 415; StoreUnavailable
 */
export async function readUploads(
  request: FastifyRequest,
  folder: string,
  limits: SeveralLimits,
  fields: Record<string, string> = {},
): Promise<SeveralUploads> {
  requireForm(request, 'Send the request as a form (multipart/form-data).');
  if (Number(request.headers['content-length'] ?? 0) > limits.totalBytes) throw formTooLarge(limits);
  const isTooMuch = (code: string) => ['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT'].includes(code);
  const refusalOf = (code: string) => (isTooMuch(code) ? tooManyParts(limits) : formCutOff());
  return orRefuse(request, refusalOf, () => readSeveral(request, folder, limits, fields));
}

async function readSeveral(
  request: FastifyRequest,
  folder: string,
  limits: SeveralLimits,
  fields: Record<string, string>,
): Promise<SeveralUploads> {
  const files: UploadedFile[] = [];
  let left = limits.totalBytes;
  await mkdir(folder, { mode: 0o700 }).catch((cause) => {
    throw new StoreUnavailable('A file could not be written.', { cause });
  });
  const parts = request.parts({
    limits: {
      files: limits.files * 2,
      fields: 30,
      fieldNameSize: 100,
      headerPairs: 20,
      fieldSize: limits.fieldBytes,
      fileSize: limits.totalBytes + 1,
    },
  });
  for await (const part of parts) {
    limits.arrival?.signal.throwIfAborted();
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const path = join(folder, String(files.length));
    let length = 0;
    const isKept = files.length < limits.files;
    const takes = (chunk: Buffer) => {
      length += chunk.length;
      left -= chunk.length;
      if (left < 0) throw formTooLarge(limits);
      return isKept && length <= limits.bytes;
    };
    const sha256 = await writeFile(part.file, path, takes, limits.arrival);
    if (length === 0) {
      await rm(path, { force: true });
      continue;
    }
    const leftOut = isKept ? (length > limits.bytes ? 'too_large' : null) : 'too_many';
    files.push({ index: files.length, field: part.fieldname, path: leftOut ? null : path, sha256, leftOut });
  }
  limits.arrival?.arrived();
  return { fields, files };
}

function formTooLarge({ totalBytes }: SeveralLimits): HttpError {
  const message = `All photos together must not be larger than ${Math.floor(totalBytes / 1e6)} MB. Send fewer or smaller ones.`;
  return new HttpError(413, { message, code: 'too_large' });
}

function tooManyParts({ files }: SeveralLimits): HttpError {
  return new HttpError(400, { message: `Send at most ${files} photos, and the fields of the form.`, code: 'invalid' });
}

function formCutOff(): HttpError {
  const message = 'The form did not arrive completely. Send it again.';
  return new HttpError(400, { message, code: 'malformed_request' });
}

function tooLarge(limits: UploadLimits): HttpError {
  const message = `A ${nounOf(limits)} must not be larger than ${Math.floor(limits.bytes / 1e6)} MB.`;
  return new HttpError(413, { message, code: 'too_large' });
}

function oneFileOnly(limits: UploadLimits): HttpError {
  const message = `Send exactly one ${nounOf(limits)}, in the field "${limits.field}".`;
  return new HttpError(400, { message, code: 'invalid' });
}

function cutOff(limits: UploadLimits): HttpError {
  return new HttpError(400, {
    message: `The ${nounOf(limits)} did not arrive completely. Send it again.`,
    code: 'malformed_request',
  });
}
