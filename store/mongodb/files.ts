import { once } from 'node:events';
import { GridFSBucket, type GridFSFile, type MongoClient, MongoServerError } from 'mongodb';
import { type FileStore, fileName, isFileName } from '../files.ts';
import { reaching } from './client.ts';

const BUCKET = 'files';
const DUPLICATE_KEY = 11000;

/**
 * Files in GridFS, in the collections `files.files` and `files.chunks` of a database. A file's record is written after
 * its chunks, so nobody ever sees part of one; its name is unique, so two clients storing the same content store it
 * once.
 * @throws StoreUnavailable, from every method too
 */
export async function openMongoFiles(options: { client: MongoClient; database: string }): Promise<FileStore> {
  const database = options.client.db(options.database);
  const records = database.collection<GridFSFile>(`${BUCKET}.files`);
  const bucket = new GridFSBucket(database, { bucketName: BUCKET });
  await reaching(records.createIndex({ filename: 1 }, { unique: true }));

  const find = (name: string) => reaching(records.findOne({ filename: { $eq: name } }));

  return {
    async put(bytes) {
      const name = fileName(bytes);
      if (!(await find(name))) await reaching(upload(bucket, name, bytes));
      return name;
    },
    async get(name) {
      const record = isFileName(name) ? await find(name) : null;
      if (!record) return null;
      return reaching(bucket.openDownloadStream(record._id).toArray().then(Buffer.concat));
    },
    has: async (name) => isFileName(name) && (await find(name)) !== null,
    async delete(name) {
      const record = isFileName(name) ? await find(name) : null;
      if (!record) return false;
      await reaching(bucket.delete(record._id));
      return true;
    },
  };
}

async function upload(bucket: GridFSBucket, name: string, bytes: Uint8Array): Promise<void> {
  const stream = bucket.openUploadStream(name);
  try {
    stream.end(bytes);
    await once(stream, 'finish');
  } catch (error) {
    await bucket.delete(stream.id).catch(() => undefined);
    // Another client stored the same content meanwhile.
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return;
    throw error;
  }
}
