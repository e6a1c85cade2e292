import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Data and pages. Pictures and documents are compressed already, a stream of events must not wait for a full block. */
const COMPRESSED = /^(application\/jsonl?|text\/(html|csv|calendar|plain))\b/;

/** A window of 256 KiB instead of 4 MiB, for each of the answers that are on their way at once. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/**
 * Answers up to this size are compressed in one call, which holds up others for a millisecond at most. V8 lets go of a
 * stream of zlib only when it collects all of the memory, and until then of what that refers to: the whole answer and its request.
 */
const AT_ONCE_BYTES = 128 * 1_024;
/** The last one of each answer is kept as long. A smaller one is cut from Node's pool, and then keeps the rest of that too. */
const CHUNK_BYTES = 32 * 1_024;

/**
 * Compresses answers of a kilobyte and more for whoever takes it; those that stand compressed on the disk, as all files
 * of the console do, are sent as they are. What is sent to us is still taken only as it is.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: COMPRESSED,
    zlibOptions: { chunkSize: CHUNK_BYTES },
    brotliOptions: { chunkSize: CHUNK_BYTES, params: BROTLI },
    syncThreshold: AT_ONCE_BYTES,
  });
  // The plugin adds itself last, when Fastify has dropped the body of a HEAD: its headers would not be those of the GET.
  app.addHook('onRoute', ({ method, onSend }) => {
    if (method === 'HEAD' && Array.isArray(onSend)) onSend.unshift(...onSend.splice(-1));
  });
}
