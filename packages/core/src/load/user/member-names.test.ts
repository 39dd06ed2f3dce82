import { expect, test } from 'vitest'
import { memberNames } from './member-names.ts'

type User = Partial<Record<'http' | 'sse' | 'token', { readonly index: number }>>

const handOn = (user: User): unknown => user

// prettier-ignore
test.each<[string, (user: never) => unknown, readonly string[] | null]>([
  ['an arrow', (user: User) => [user.http, user.sse?.index], ['http', 'sse']],
  ['an async arrow', async (user: User) => await Promise.resolve(user.http), ['http']],
  ['a function', function visit(u: User) { return u.http }, ['http']],
  ['a method', { visit(user: User) { return user.http === user.sse } }.visit, ['http', 'sse']],
  ['a name with $', ($: User) => $.http, ['http']],
  ['another object with a member of the name', (user: User) => user.http?.index ?? process.env['x']?.length, ['http']],
  ['a destructured argument', ({ http }: User) => http, []],
  ['nothing', () => undefined, []],
  ['the user of a user', ({ user }: { readonly user: User }) => user.http, null],
  ['a member that is set', (user: User) => { user.token = { index: 1 } }, null],
  ['a user that is handed on', (user: User) => [handOn(user), user.token], null],
  ['a user that is kept', (user: User) => ({ user, http: user.http }), null],
  ['a computed member', (user: User) => user['sse'], null],
])('%s', (_what, run, names) => {
  expect(memberNames(run)).toEqual(names)
})

test('a source may be unknown', () => {
  expect(memberNames(handOn.bind(null))).toEqual([])
})
