/** What the server tells of a commit (docs/design.md#changes). */
export type Notice =
  | { position: string; reset: true }
  | { position: string; changes: readonly { collection: string; id?: string; all?: true }[] };

/** A notice as it comes from the server: with what its position belongs to. */
export type ServerNotice = Notice & { history: string };
