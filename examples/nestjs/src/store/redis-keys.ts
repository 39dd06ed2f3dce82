/** The names of keys in Redis. */
export const keys = {
  /** Hash: username to identifier. */
  names: 'auctions:names',
  user: (id: string): string => `auctions:user:${id}`,
  /** List of identifiers, the newest first. */
  all: 'auctions:all',
  auction: (id: string): string => `auctions:auction:${id}`,
  active: (id: string): string => `auctions:auction:${id}:active`,
  board: (id: string): string => `auctions:auction:${id}:board`,
  won: (id: string): string => `auctions:auction:${id}:won`,
  past: (id: string, userId: string): string => `auctions:auction:${id}:past:${userId}`,
} as const
