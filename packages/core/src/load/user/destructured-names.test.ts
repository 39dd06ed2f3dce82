import { expect, test } from 'vitest'
import { destructuredNames } from './destructured-names.ts'

type User = Readonly<Record<string, { readonly index: number }>>

test.each<[string, (user: never) => unknown, readonly string[]]>([
  ['an arrow', ({ http, sse }: User) => [http, sse], ['http', 'sse']],
  ['an async arrow', async ({ http }: User) => await Promise.resolve(http), ['http']],
  [
    'a function',
    function visit({ http }: User) {
      return http
    },
    ['http'],
  ],
  ['a method', { visit: ({ http }: User) => http }.visit, ['http']],
  ['other names', ({ iteration: { index } = { index: 0 }, socketio: sockets }: User) => [index, sockets], ['iteration', 'socketio']],
  ['the rest', ({ http, ...others }: User) => [http, others], ['http']],
  ['the whole', (user: User) => user['sse'], []],
  ['nothing', () => undefined, []],
  ['a list', ([first]: readonly unknown[]) => first, []],
])('%s', (_what, run, names) => {
  expect(destructuredNames(run)).toEqual(names)
})

test('comments and texts name nothing, and a source may be unknown', () => {
  // prettier-ignore
  const written = ({ /* sse, */ http, // socketio,
    id = 'a, b' }: Readonly<Record<string, unknown>>) => [http, id]
  expect([destructuredNames(written), destructuredNames(written.bind(null))]).toEqual([['http', 'id'], []])
})
