/** What the server says about a commit (docs/design/read-models.md#changes). */
export type Notice =
  | { position: string; reset: true }
  | { position: string; changes: readonly { collection: string; id?: string; all?: true }[] };

/** A notice from the server, with the history that its position belongs to. */
export type ServerNotice = Notice & { history: string };
