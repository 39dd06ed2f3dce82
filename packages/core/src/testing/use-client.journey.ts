import type { Journey } from '../load/user/journey.ts'

interface UseClientOptions {
  /** The plugin whose client is read. */
  readonly plugin: string
  /** Whether a member of the client is read, too. */
  readonly uses: boolean
}

/** Makes a journey that only creates the client of a plugin; any thread can load it. */
export default function useClient({ plugin, uses }: UseClientOptions): Journey {
  return (user) => {
    const client = (user as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[plugin]
    if (uses) void client?.['member']
  }
}
