import autocannon from 'autocannon';
import type { Running } from './processes.ts';

export const CONNECTIONS = 32;

export const LEAD = {
  name: 'Oak over the garage',
  email: 'oak@example.com',
  phone: '(555) 010-1234',
  address: '12 Mill Lane, Amherst, MA 01002',
  leadSource: 'Referral',
  estimatedValue: '1200.00',
  description: 'Large limb over the roof, wants it down before the winter storms',
  notes: '',
  status: 'New',
};

/** A route that takes commands. */
export interface Target {
  of: Running;
  path: string;
  cookie: string;
  /** What is sent; a lead by default. */
  body?: object;
}

export interface Measured {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time for one request, over all threads of the server. */
  microseconds: number;
  failed: number;
}

/** Posts to a route over 32 connections, each of which sends its next request at the answer. @param duration seconds */
export async function load({ of, path, cookie, body = LEAD }: Target, duration: number): Promise<Measured> {
  const before = of.processorMs();
  const result = await autocannon({
    url: of.url + path,
    method: 'POST',
    connections: CONNECTIONS,
    duration,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    microseconds: ((of.processorMs() - before) * 1_000) / result.requests.total,
    failed: result.non2xx + result.errors,
  };
}
