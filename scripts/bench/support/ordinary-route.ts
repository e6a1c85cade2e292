import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { completed, shownFields } from '../../../api/kit/fields/fields.schema.ts';
import { captureLeadBody, leadFields, leadRecord } from '../../../api/leads/schema.ts';

// The second baseline of bench:commands: what an ordinary product does for the same features. The same body and answer,
// checked by the same schemas; a session lookup; one durable transaction with the row, as many indexes as ours, its
// text for searching, and a row that says who did what.

const database = new DatabaseSync(process.argv[2] as string);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -16384;
  CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT NOT NULL, role TEXT NOT NULL);
  CREATE TABLE sessions (hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, expires_at TEXT NOT NULL);
  CREATE TABLE leads (
    rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, email TEXT, phone TEXT, address TEXT,
    lead_source TEXT, estimated_value INTEGER, description TEXT, notes TEXT, status TEXT NOT NULL, customer_id TEXT,
    removed INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL, created_at TEXT NOT NULL
  );
  CREATE INDEX leads_by_age ON leads (removed, created_at);
  CREATE INDEX leads_by_status ON leads (removed, status, created_at);
  CREATE VIRTUAL TABLE leads_search USING fts5(
    name, email, phone, address, description, notes, content='leads', tokenize='trigram'
  );
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, at TEXT NOT NULL, action TEXT NOT NULL, record TEXT NOT NULL, after TEXT NOT NULL
  );
`);

const secret = randomBytes(32).toString('base64url');
database.prepare('INSERT INTO users VALUES (?, ?, ?)').run('1', 'owner', 'owner');
database.prepare('INSERT INTO sessions VALUES (?, ?, ?)').run(hashOf(secret), '1', '9999');

const findUser = database.prepare(
  'SELECT users.id, users.role FROM sessions JOIN users ON users.id = sessions.user_id WHERE hash = ? AND expires_at > ?',
);
const insertLead = database.prepare(`
  INSERT INTO leads (id, name, email, phone, address, lead_source, estimated_value, description, notes, status, revision, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
`);
const insertText = database.prepare(
  'INSERT INTO leads_search (rowid, name, email, phone, address, description, notes) VALUES (?, ?, ?, ?, ?, ?, ?)',
);
const insertAudit = database.prepare('INSERT INTO audit (user_id, at, action, record, after) VALUES (?, ?, ?, ?, ?)');

declare module 'fastify' {
  interface FastifyRequest {
    userId: string;
  }
}

const app = Fastify().withTypeProvider<ZodTypeProvider>();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
await app.register(cookie);
app.decorateRequest('userId', '');
app.addHook('onRequest', async (request, reply) => {
  const user = findUser.get(hashOf(request.cookies['session'] ?? ''), new Date().toISOString());
  if (!user) return reply.code(401).send({ message: 'Sign in to continue.' });
  request.userId = String(user['id']);
});
app.post('/leads', { schema: { body: captureLeadBody, response: { 201: leadRecord } } }, async (request, reply) => {
  const fields = completed(leadFields, request.body);
  const { name, email, phone, address, leadSource, estimatedValue, description, notes } = fields;
  const id = randomUUID();
  const createdAt = new Date().toISOString();
  const rest = {
    status: 'New',
    customerId: null,
    request: null,
    erased: false,
    createdAt,
    revision: 0,
    removed: false,
  };
  const lead = { id, ...shownFields(leadFields, fields), ...rest };
  inTransaction(() => {
    const contact = [name, email, phone, address] as const;
    const values = [...contact, leadSource, estimatedValue, description, notes, lead.status, createdAt] as const;
    const { lastInsertRowid } = insertLead.run(id, ...values);
    insertText.run(lastInsertRowid, ...contact, description, notes);
    insertAudit.run(request.userId, createdAt, 'lead created', id, JSON.stringify(lead));
  });
  reply.code(201);
  return lead;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const listening = app.server.address();
console.log(`session=${secret}`);
if (listening && typeof listening === 'object') console.log(`listens on http://127.0.0.1:${listening.port}`);

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function inTransaction(work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (cause) {
    database.exec('ROLLBACK');
    throw cause;
  }
}
