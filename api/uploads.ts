import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../platform/http/errors.ts';

/** A form with one file. */
export interface Upload {
  bytes: Buffer;
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
 * Reads a form with exactly one file, and stops as soon as it is larger than it may be. Its name and Content-Type are
 * not asked: they say nothing about what it holds.
 * @throws HttpError 400, 413 or 415
 */
export async function readUpload(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new HttpError(415, {
      message: `Send the photo as a form (multipart/form-data), in the field "${limits.field}".`,
      code: 'wrong_content_type',
    });
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes + REST_BYTES) throw tooLarge(limits);
  try {
    return await readParts(request, limits);
  } catch (error) {
    // What still comes is thrown away: a sender who goes on sending gets the answer all the same.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof HttpError) throw error;
    const refusal = REFUSALS[(error as { code?: string }).code ?? ''];
    // What else the parser throws is about a form that is none.
    throw refusal ? refusal(limits) : cutOff();
  }
}

async function readParts(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
  const fields: Record<string, string> = {};
  let bytes: Buffer | undefined;
  const parts = request.parts({
    limits: { files: 1, fields: 10, fieldSize: 8_000, fileSize: limits.bytes + 1, headerPairs: 20 },
  });
  for await (const part of parts) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === limits.field) bytes = await readFile(part.file, limits);
    else throw oneFileOnly(limits);
  }
  if (bytes === undefined) throw oneFileOnly(limits);
  return { bytes, fields };
}

/** Ends with the first byte too many, where the parser would wait for the end of the file. */
async function readFile(file: AsyncIterable<Buffer>, limits: UploadLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > limits.bytes) throw tooLarge(limits);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge({ bytes }: UploadLimits): HttpError {
  return new HttpError(413, { message: `A photo must not be larger than ${bytes / 1e6} MB.`, code: 'too_large' });
}

function oneFileOnly({ field }: UploadLimits): HttpError {
  return new HttpError(400, { message: `Send exactly one photo, in the field "${field}".`, code: 'invalid' });
}

function cutOff(): HttpError {
  return new HttpError(400, { message: 'The photo did not arrive whole. Send it again.', code: 'malformed_request' });
}
