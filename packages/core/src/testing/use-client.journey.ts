import type { Journey } from '../load/user/journey.ts'

/** Makes a journey that only reads a member of the client of a plugin; any thread can load it. */
export default function useClient({ plugin }: { readonly plugin: string }): Journey {
  return (user) => void (user as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[plugin]?.['member']
}
