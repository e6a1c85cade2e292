/** The names of one namespace's streams on the server, which others may share. */
export interface StreamNames {
  /** The prefix of every stored name of this namespace, and of no other. */
  prefix: string;
  toStored(stream: string): string;
  /** @returns null for a stream of another namespace or of the server itself */
  toOwn(stored: string): string | null;
}

/**
 * `lead-1` is stored as `heartwood.lead-1`: since the namespace has no dash, the server's category projection, which
 * splits at the first one, finds `heartwood.lead`.
 * @throws if the namespace is not lower-case letters and digits
 */
export function streamNames(namespace: string): StreamNames {
  if (!/^[a-z][a-z0-9]*$/.test(namespace))
    throw new Error(`A namespace is lower-case letters and digits, not "${namespace}".`);
  const prefix = `${namespace}.`;
  return {
    prefix,
    toStored: (stream) => prefix + stream,
    toOwn: (stored) => (stored.startsWith(prefix) ? stored.slice(prefix.length) : null),
  };
}
