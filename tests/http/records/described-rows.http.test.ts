import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApiContext } from '../../../api/kit/context.ts';
import { sendPages } from '../../../api/kit/lists/lists.ts';

// What a presenter includes by mistake is never sent in a list, however long and in whatever format.

const described = z.object({ id: z.string(), name: z.string(), role: z.string().optional() });
const ROWS = 1_201;

interface Row {
  id: string;
  name: string;
  role?: string;
  nameKey: string;
}

const rows: Row[] = Array.from({ length: ROWS }, (_, number) => ({
  id: String(number),
  name: `Row ${number}`,
  ...(number === 3 && { role: 'owner' }),
  nameKey: 'internal',
}));

const context = { security: { record: () => {} } } as unknown as ApiContext;
const NAMELESS = { username: null, firstName: null, lastName: null, email: null };
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    request.user = { ...NAMELESS, id: 'owner', role: 'owner' };
  });
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const querystring = z.object({ limit: z.coerce.number().optional(), format: z.string().optional() });
  const read = async (most: number, after = '0') => {
    const documents = rows.slice(Number(after), Number(after) + most);
    const end = Number(after) + documents.length;
    return { documents, cursor: end < ROWS ? String(end) : null };
  };
  routes.get('/rows', { schema: { querystring, response: { 200: z.array(described) } } }, (request, reply) => {
    const { limit } = request.query;
    return sendPages(context, request, reply, { name: 'rows', limit, read, present: async (page) => [...page] });
  });
  routes.get('/undescribed', (request, reply) =>
    sendPages(context, request, reply, { name: 'rows', limit: undefined, read, present: async (page) => [...page] }),
  );
  await app.ready();
});
afterAll(() => app.close());

test.each(['/rows', '/rows?limit=10'])('%s sends only what the call describes', async (path) => {
  const sent = (await app.inject(path)).json() as object[];
  expect(sent).toEqual(rows.slice(0, sent.length).map(({ nameKey: _, ...row }) => row));
  expect(sent).toHaveLength(path === '/rows' ? ROWS : 10);
});

test('A spreadsheet file of a list holds only what the call describes too, each value under its name', async () => {
  const lines = (await app.inject('/rows?format=csv')).body.slice(1).split('\r\n');
  expect(lines.slice(0, 5)).toEqual(['id,name,role', '0,Row 0,', '1,Row 1,', '2,Row 2,', '3,Row 3,owner']);
  expect(lines).toHaveLength(ROWS + 2);
});

test('A list that is not described is not sent', async () => {
  expect((await app.inject('/undescribed')).statusCode).toBe(500);
});
