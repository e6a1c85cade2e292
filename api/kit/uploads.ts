import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { HttpError } from '../../platform/http/errors.ts';
import { type ImageRefusal, ImageRefused } from '../../platform/images/image.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { App } from './context.ts';

/** Registers calls that take a form in place of JSON: a scope of their own, as no other call takes one. */
export function takeForms(app: App, register: (forms: App) => void): void {
  void app.register((forms, _options, done) => {
    void forms.register(multipart);
    forms.setValidatorCompiler(validateAllButBody);
    register(forms);
    done();
  });
}

/** A form is read by the handler itself: its schema only describes it. */
const validateAllButBody: FastifySchemaCompiler<z.ZodType> = (part) =>
  part.httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(part);

/**
 * The fields of a form beside its file.
 * @throws HttpError 400
 */
export function readFormFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const { data, error } = schema.safeParse(fields);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new HttpError(400, { message: issues[0]?.message ?? 'The form is not valid.', code: 'invalid', issues });
}

const REFUSAL_STATUS: Record<ImageRefusal, number> = { unsupported: 415, too_large: 413, unreadable: 422 };

/** @throws HttpError 413, 415 or 422 where the file is no photo that is taken; what is no refusal as it is */
export function refusePhoto(error: unknown): never {
  if (!(error instanceof ImageRefused)) throw error;
  throw new HttpError(REFUSAL_STATUS[error.reason], { message: error.message, code: error.reason });
}

/** A form with one file, which has been written to the disk. */
export interface Upload {
  /** Of the file, as 64 hex digits. */
  sha256: string;
  /** Its other fields, as text. */
  fields: Record<string, string>;
}

export interface UploadLimits {
  /** The field of the file. */
  field: string;
  /** Of the file. */
  bytes: number;
}

/** What a form takes beside the file: its borders, and a few fields. */
const REST_BYTES = 64 * 1024;

/** By the code of the parser, or of Fastify. */
const REFUSALS: Record<string, (limits: UploadLimits) => HttpError> = {
  FST_FILES_LIMIT: oneFileOnly,
  FST_FIELDS_LIMIT: oneFileOnly,
  FST_PARTS_LIMIT: oneFileOnly,
  FST_MP_PREMATURE_CLOSE: cutOff,
  FST_ERR_VALIDATION: cutOff,
};

/**
 * Reads a form with exactly one file, writes that as it comes, and stops as soon as it is larger than it may be. Its name
 * and Content-Type are not asked: they say nothing about what it holds.
 * @param path where it is written, for this user alone
 * @throws HttpError 400, 413 or 415; StoreUnavailable
 */
export async function readUpload(request: FastifyRequest, path: string, limits: UploadLimits): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new HttpError(415, {
      message: `Send the photo as a form (multipart/form-data), in the field "${limits.field}".`,
      code: 'wrong_content_type',
    });
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes + REST_BYTES) throw tooLarge(limits);
  try {
    return await readParts(request, path, limits);
  } catch (error) {
    // The rest of the upload is discarded, so that a client that keeps sending still gets the answer.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof HttpError || error instanceof StoreUnavailable) throw error;
    const refusal = REFUSALS[(error as { code?: string }).code ?? ''];
    // Whatever else the parser throws means that the body is not a form.
    throw refusal ? refusal(limits) : cutOff();
  }
}

async function readParts(request: FastifyRequest, path: string, limits: UploadLimits): Promise<Upload> {
  const fields: Record<string, string> = {};
  let sha256: string | undefined;
  const parts = request.parts({
    limits: { files: 1, fields: 10, fieldSize: 8_000, fileSize: limits.bytes + 1, headerPairs: 20 },
  });
  for await (const part of parts) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === limits.field) sha256 = await writeFile(part.file, path, limits);
    else throw oneFileOnly(limits);
  }
  if (sha256 === undefined) throw oneFileOnly(limits);
  return { sha256, fields };
}

/** Ends with the first byte too many, where the parser would wait for the end of the file. @returns its SHA-256 */
async function writeFile(file: Readable, path: string, limits: UploadLimits): Promise<string> {
  const hash = createHash('sha256');
  let length = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > limits.bytes) throw tooLarge(limits);
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(file, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    const { syscall = '' } = cause as NodeJS.ErrnoException;
    if (!['open', 'write', 'close'].includes(syscall)) throw cause;
    throw new StoreUnavailable('A file could not be written.', { cause });
  }
  return hash.digest('hex');
}

function tooLarge({ bytes }: UploadLimits): HttpError {
  return new HttpError(413, { message: `A photo must not be larger than ${bytes / 1e6} MB.`, code: 'too_large' });
}

function oneFileOnly({ field }: UploadLimits): HttpError {
  return new HttpError(400, { message: `Send exactly one photo, in the field "${field}".`, code: 'invalid' });
}

function cutOff(): HttpError {
  return new HttpError(400, {
    message: 'The photo did not arrive completely. Send it again.',
    code: 'malformed_request',
  });
}
