import type { Journey } from '../load/user/journey.ts'

/** What the journey is given. */
interface UseClientOptions {
  /** The plugin whose client is read. */
  readonly plugin: string
  /** Whether something of the client is read, too. */
  readonly uses: boolean
}

/** Makes a journey that creates the client of a plugin, and no more; any thread can load it. */
export default function useClient({ plugin, uses }: UseClientOptions): Journey {
  return (user) => {
    const client = (user as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[plugin]
    if (uses) void client?.['member']
  }
}
