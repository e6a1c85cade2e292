/** The address as the client knows it: `kurrentdb` is the server's later name for the same scheme. */
export function connectionString(url: string): string {
  return url.replace(/^kurrentdb(?=[:+])/, 'esdb');
}
