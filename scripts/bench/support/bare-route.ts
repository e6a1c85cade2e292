import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { captureLeadBody } from '../../../api/leads/schema.ts';

// The baseline of bench:commands: the same body, checked by the same schema, as one row in its own transaction.

const database = new DatabaseSync(process.argv[2] as string);
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE leads (id INTEGER PRIMARY KEY, body TEXT)',
);
const insert = database.prepare('INSERT INTO leads (body) VALUES (?)');

const app = Fastify().withTypeProvider<ZodTypeProvider>();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.post(
  '/leads',
  { schema: { body: captureLeadBody, response: { 201: z.object({ id: z.number() }) } } },
  async (request, reply) => {
    const { lastInsertRowid } = insert.run(JSON.stringify(request.body));
    reply.code(201);
    return { id: Number(lastInsertRowid) };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
if (address && typeof address === 'object') console.log(`listens on http://127.0.0.1:${address.port}`);
