import fc from 'fast-check'

/** Names that recipients have; each has one of its own and one that it shares with the next, so that names are on several threads too. */
export const names = ['anna', 'bob', 'carl', 'dora', 'emil']

/** Something that happens on some thread, after a while. */
export type Happening = { readonly after: number } & (
  | { readonly kind: 'send'; readonly thread: number; readonly name: number; readonly expected: number | undefined }
  | { readonly kind: 'reply'; readonly message: number; readonly isAccepted: boolean }
  /** At recipients by their numbers, whoever they are. */
  | { readonly kind: 'arrive'; readonly message: number; readonly recipients: readonly number[] }
  /** At the recipients whose name the message is for. */
  | { readonly kind: 'deliver'; readonly message: number; readonly times: number }
  | { readonly kind: 'join'; readonly thread: number; readonly names: readonly number[] }
  | { readonly kind: 'gap'; readonly recipient: number; readonly length: number }
  | { readonly kind: 'leave'; readonly recipient: number }
  | { readonly kind: 'cut'; readonly thread: number }
)

// Without anybody there nothing could arrive; two threads have somebody of the same name.
const firstJoining: readonly Happening[] = [
  { after: 0, kind: 'join', thread: 0, names: [0, 1] },
  { after: 0, kind: 'join', thread: 1, names: [2, 1] },
  { after: 0, kind: 'join', thread: 2, names: [3] },
]

const thread = fc.nat(2)
const some = fc.nat(1000)

/** @param longest longest time between two happenings, in microseconds */
export function anyHistory(longest: number): fc.Arbitrary<readonly Happening[]> {
  const after = fc.oneof(fc.constant(0), fc.nat(1000), fc.nat(longest))
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        after,
        kind: fc.constant('send' as const),
        thread,
        name: fc.nat(names.length - 1),
        expected: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ after, kind: fc.constant('reply' as const), message: some, isAccepted: fc.nat(5).map((n) => n > 0) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ after, kind: fc.constant('arrive' as const), message: some, recipients: fc.array(some, { maxLength: 4 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ after, kind: fc.constant('deliver' as const), message: some, times: fc.constantFrom(1, 1, 1, 2) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        after,
        kind: fc.constant('join' as const),
        thread,
        names: fc.uniqueArray(fc.nat(names.length - 1), { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ after, kind: fc.constant('gap' as const), recipient: some, length: fc.nat(longest) }) },
    { weight: 1, arbitrary: fc.record({ after, kind: fc.constant('leave' as const), recipient: some }) },
    { weight: 3, arbitrary: fc.record({ after, kind: fc.constant('cut' as const), thread }) },
  )
  return fc.array(happening, { minLength: 20, maxLength: 150, size: 'max' }).map((happenings) => [...firstJoining, ...happenings])
}
