/** The address as the client knows it: the server's later name is another name for the same scheme. */
export function connectionString(url: string): string {
  return url.replace(/^kurrentdb(?=[:+])/, 'esdb');
}
