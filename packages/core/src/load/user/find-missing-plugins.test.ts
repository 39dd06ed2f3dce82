import { expect, test } from 'vitest'
import { namesRead } from './find-missing-plugins.ts'

interface Client {
  readonly index: number
}

type Clients = Readonly<Record<string, Client>>

type User = Partial<Record<'http' | 'sse' | 'token', Client>>

const handOn = (user: User): unknown => user

// prettier-ignore
test.each<[string, (user: never) => unknown, readonly string[]]>([
  ['a pattern of an arrow', ({ http, sse }: Clients) => [http, sse], ['http', 'sse']],
  ['a pattern of an async arrow', async ({ http }: Clients) => await Promise.resolve(http), ['http']],
  ['a pattern of a function', function visit({ http }: Clients) { return http }, ['http']],
  ['a pattern of a method', { visit({ http }: Clients) { return http } }.visit, ['http']],
  ['other names', ({ iteration: { index } = { index: 0 }, socketio: sockets }: Clients) => [index, sockets], ['iteration', 'socketio']],
  ['the rest', ({ http, ...others }: Clients) => [http, others], ['http']],
  ['comments and texts', ({ /* sse, */ http, // socketio,
    id = 'a, b' }: Readonly<Record<string, unknown>>) => [http, id], ['http', 'id']],
  ['a list', ([first]: readonly unknown[]) => first, []],
  ['nothing', () => undefined, []],
  ['members in an arrow', (user: User) => [user.http, user.sse?.index], ['http', 'sse']],
  ['a member in an async arrow', async (user: User) => await Promise.resolve(user.http), ['http']],
  ['a member in a function', function visit(u: User) { return u.http }, ['http']],
  ['members in a method', { visit(user: User) { return user.http === user.sse } }.visit, ['http', 'sse']],
  ['a name with $', ($: User) => $.http, ['http']],
  ['another object with a member of the name', (user: User) => user.http?.index ?? process.env['x']?.length, ['http']],
  ['a template', (user: User) => `/it's/user.json/${user.http?.index}/of/user.csv`, ['http']],
  ['the user of a user', ({ user }: { readonly user: User }) => user.http, ['user']],
  ['a member that is set', (user: User) => { user.token = { index: 1 } }, []],
  ['a user that is handed on', (user: User) => [handOn(user), user.token], []],
  ['a user that is kept', (user: User) => ({ user, http: user.http }), []],
  ['a computed member', (user: User) => user['sse'], []],
  ['an unknown source', handOn.bind(null), []],
])('%s', (_what, run, names) => {
  expect(namesRead([run])).toEqual(names)
})

test('members of a user to whom another function gives some are unknown', () => {
  expect(namesRead([(user: User) => user.token?.index, handOn])).toEqual([])
})
