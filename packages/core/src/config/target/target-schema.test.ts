import { describe, expect, test } from 'vitest'
import { cwd, messageOf, minimal } from '../../../test/config-fixture.ts'
import type { RunningServer } from '../../target/target.ts'
import { resolveConfig } from '../resolve-config.ts'

function server(): RunningServer {
  return { url: 'http://localhost:3000', close: () => undefined }
}

describe('target', () => {
  test.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['example.com/items', 'http://example.com/items'],
    ['127.0.0.1:80', 'http://127.0.0.1:80'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['HTTPS://user:secret@localhost', 'https://user:secret@localhost'],
  ])('the target %s has the URL %s', (target, url) => {
    expect(resolveConfig({ ...minimal, target }).target).toEqual({ kind: 'url', url })
    expect(resolveConfig({ ...minimal, target: { url: target } }).target).toEqual({ kind: 'url', url })
  })

  test.each([
    ['', 'target: must be the URL of an HTTP server (was ""); such as http://localhost:3000'],
    ['http://', 'target: is not a valid URL (was "http://"); give one such as http://localhost:3000'],
    ['http://localhost:99999', 'target: is not a valid URL (was "http://localhost:99999"); give one such as http://localhost:3000'],
    [
      'http://[fe80::1%eth0]:3000',
      'target: is not a valid URL (was "http://[fe80::1%eth0]:3000"); a URL cannot carry the IPv6 zone "%eth0"; use a name, or an address without a zone',
    ],
    ['http://me:se/cret@localhost', 'target: is not a valid URL (was "http://localhost"); give one such as http://localhost:3000'],
    ['ws://me:secret@localhost', 'target: must be an http or https URL, ws cannot be tested (was "ws://localhost")'],
    [
      'http://me:5%2off@localhost',
      'target: has a "%" in its password that begins no encoded character (was "http://localhost"); write "%" itself as "%25"',
    ],
    [
      { servers: ['http://%:secret@localhost:1'] },
      'target.servers[0]: has a "%" in its user that begins no encoded character (was "http://localhost:1"); write "%" itself as "%25"',
    ],
    ['http://a%3Ab:secret@localhost', 'target: has a colon in its user, which basic authorization cannot carry (was "http://localhost")'],
    [5, 'target: must be a URL, { url }, { servers }, { command } or { server } (was 5)'],
    [{ comand: 'node server.js', ready: 'localhost:3000' }, 'target: unknown key "comand"; did you mean "command"?'],
    [{}, 'target: must be a URL, { url }, { servers }, { command } or { server } (was an object)'],
    [{ ready: 'localhost:3000' }, 'target: must be a URL, { url }, { servers }, { command } or { server } (was an object)'],
    [{ sever: 'x' }, 'target: unknown key "sever"; did you mean "server"?'],
    [{ command: 'node', ready: { prot: 80 } }, 'target.ready: unknown key "prot"; did you mean "port"?'],
    [{ command: 'node', ready: { pattern: 'x' } }, 'target.ready: must be a URL, a list of URLs, { port } or { log } (was an object)'],
    [{ command: 'node "x', url: 'localhost' }, 'target.command: the command has a " that is never closed: node "x; close it'],
    [
      { command: 'cd x && node y.js', url: 'localhost' },
      "target.command: the command has cd, and commands go through no shell: cd x && node y.js; use sh -c '...', or put it in quotes if the program takes it",
    ],
    [
      { command: 'node server.js', redy: 'localhost:3000' },
      'target: unknown key "redy"; did you mean "ready"?\ntarget: needs ready, url or servers; such as ready: "http://localhost:3000"',
    ],
    [
      { command: 'node server.js', ready: 'ftp://localhost' },
      'target.ready: must be an http or https URL, ftp cannot be tested (was "ftp://localhost")',
    ],
    [{ command: 'node server.js', ready: { port: 0 } }, 'target.ready.port: must be at least 1 (was 0)'],
    [{ command: 'node server.js', ready: { log: '(' }, url: 'localhost' }, 'target.ready.log: is not a valid regular expression (was "(")'],
    [{ command: 'node server.js', ready: { log: 'ready' } }, 'target: needs url, because ready.log has no group (?<url>...)'],
    [{ command: [], url: 'localhost' }, 'target.command: must name a program'],
    [{ command: '', url: 'localhost' }, 'target.command: must name a program'],
    [{ command: 'node', url: 'localhost', cwd: 'missing' }, `target.cwd: no such folder: ${cwd}/missing`],
    [{ command: 'node', url: 'localhost', startTimeout: 0 }, 'target.startTimeout: must be longer than 0 (was 0)'],
    [{ servers: [] }, 'target.servers: must not be empty'],
    [
      { servers: ['localhost:1', 'https://localhost:2', 'http://localhost:1/'] },
      'target.servers[1]: must be http:// as the first server is\ntarget.servers[2]: is listed twice (was "http://localhost:1")',
    ],
    [{ servers: ['localhost:1'], health: 'health' }, 'target.health: must start with "/" (was "health")'],
    [{ servers: ['localhost:1'], requires: { contains: 'x' } }, 'target.requires.path: is required and must be a string'],
    [{ servers: ['localhost:1'], helth: '/' }, 'target: unknown key "helth"; did you mean "health"?'],
    [{ command: 'node', url: 'localhost', health: '/health' }, 'target.health: goes with servers'],
    [
      { command: 'node', url: 'localhost', servers: ['localhost:1'] },
      'target.url: cannot be given with servers; requests go to the servers',
    ],
    [{ command: 'node', ready: [], servers: ['localhost:1'] }, 'target.ready: must not be empty'],
    [{ server: 'server.js' }, 'target.server: must be a function that starts a server (was "server.js")'],
  ])('the target %j is refused', (target, message) => {
    expect(messageOf({ ...minimal, target })).toBe(message)
  })

  test.each(['me:secret@localhost', { url: 'http://me@localhost' }, { servers: ['localhost:1', 'me:secret@localhost:2'] }])(
    'with a user in the URL of the target, as in %j, no header may set Authorization',
    (target) => {
      const request = { headers: { Authorization: 'Bearer abc' } }
      const scenarios = {
        one: { request, workload: { connections: 1 } },
        many: { request: [{}, request], workload: { users: 1 } },
        buying: { journey: 'config.ts', workload: { users: 1 }, headers: { authorization: 'Bearer abc' } },
      }
      const said =
        "authorization: cannot be given beside the user and password in the target's URL, which are sent as authorization; give one of them"
      expect(messageOf({ target, scenarios }).split('\n')).toEqual([
        `scenarios.one.request.headers.${said.replace('a', 'A')}`,
        `scenarios.many.request[1].headers.${said.replace('a', 'A')}`,
        `scenarios.buying.headers.${said}`,
      ])
      expect(messageOf({ target: 'localhost:1', scenarios })).toBe('')
    },
  )

  test('a command gets every default', () => {
    expect(
      resolveConfig({ ...minimal, target: { command: 'node "my server.js"', ready: 'localhost:3000/health' } }, { cwd }).target,
    ).toEqual({
      kind: 'command',
      command: ['node', 'my server.js'],
      ready: 'http://localhost:3000/health',
      url: 'http://localhost:3000',
      cwd,
      env: {},
      startTimeout: 30e6,
      stopTimeout: 5e6,
    })
  })

  test.each([
    [{ ready: { port: 8080 } }, { port: 8080 }, 'http://localhost:8080'],
    [{ ready: { log: 'at (?<url>.+)' } }, { log: 'at (?<url>.+)' }, undefined],
    [{ url: 'localhost/items' }, 'http://localhost/items', 'http://localhost/items'],
  ])('a command with %j is ready by %j at %s', (given, ready, url) => {
    expect(resolveConfig({ ...minimal, target: { command: ['node', 'server.js'], ...given } }).target).toMatchObject({ ready, url })
  })

  test('several servers are URLs, and any server that takes a connection takes part', () => {
    const target = { servers: ['localhost:1', 'http://localhost:2'] }
    expect(resolveConfig({ ...minimal, target }).target).toEqual({
      kind: 'url',
      url: 'http://localhost:1',
      servers: { urls: ['http://localhost:1', 'http://localhost:2'], health: undefined, requires: undefined },
    })
  })

  test('a command with several servers is ready when each of them responds at its health path', () => {
    const servers = ['localhost:1', 'localhost:2']
    const requires = { path: '/services', contains: 'benchmark' }
    expect(resolveConfig({ ...minimal, target: { command: 'node', servers, health: '/health', requires } }).target).toMatchObject({
      kind: 'command',
      url: 'http://localhost:1',
      ready: ['http://localhost:1/health', 'http://localhost:2/health'],
      servers: { urls: ['http://localhost:1', 'http://localhost:2'], health: '/health', requires },
    })
    expect(resolveConfig({ ...minimal, target: { command: 'node', servers, ready: 'localhost:1' } }).target).toMatchObject({
      ready: 'http://localhost:1',
    })
  })

  test('several servers and one Unix socket exclude each other', () => {
    expect(messageOf({ ...minimal, target: { servers: ['localhost:1'] }, unixSocket: '/tmp/socket' })).toBe(
      'unixSocket: cannot be given with several servers; there is one socket, and it is of one server',
    )
  })

  test('a server in this process keeps its function', () => {
    expect(resolveConfig({ ...minimal, target: { server } }).target).toEqual({ kind: 'server', server })
  })
})
