/** What the person at the command line can mend: its message stands alone, without a stack. */
export class UsageError extends Error {}
