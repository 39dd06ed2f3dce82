import { describe, expect, test } from 'vitest'
import { cwd, messageOf, minimal } from '../../../test/config-fixture.ts'
import type { RunningServer } from '../../target/target-config.ts'
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
  ])('%s is the URL %s', (target, url) => {
    expect(resolveConfig({ ...minimal, target }).target).toEqual({ kind: 'url', url })
    expect(resolveConfig({ ...minimal, target: { url: target } }).target).toEqual({ kind: 'url', url })
  })

  test.each([
    ['', 'target: must be the URL of an HTTP server (was ""); such as http://localhost:3000'],
    ['http://', 'target: is not a valid URL (was "http://"); give one such as http://localhost:3000'],
    ['http://localhost:99999', 'target: is not a valid URL (was "http://localhost:99999"); give one such as http://localhost:3000'],
    ['http://me:se/cret@localhost', 'target: is not a valid URL (was "http://localhost"); give one such as http://localhost:3000'],
    ['ws://me:secret@localhost', 'target: must be an http or https URL, ws cannot be tested (was "ws://localhost")'],
    [5, 'target: must be a URL, { url }, { command } or { server } (was 5)'],
    [{ comand: 'node server.js', ready: 'localhost:3000' }, 'target: unknown key "comand"; did you mean "command"?'],
    [{}, 'target: must be a URL, { url }, { command } or { server } (was an object)'],
    [{ ready: 'localhost:3000' }, 'target: must be a URL, { url }, { command } or { server } (was an object)'],
    [{ sever: 'x' }, 'target: unknown key "sever"; did you mean "server"?'],
    [{ command: 'node', ready: { prot: 80 } }, 'target.ready: unknown key "prot"; did you mean "port"?'],
    [{ command: 'node', ready: { pattern: 'x' } }, 'target.ready: must be a URL, { port } or { log } (was an object)'],
    [
      { command: 'node "x', url: 'localhost' },
      'target.command: the command has a " that is never closed: node "x; close it, or give the command as a list of words',
    ],
    [
      { command: 'node server.js', redy: 'localhost:3000' },
      'target: unknown key "redy"; did you mean "ready"?\ntarget: needs ready or url; such as ready: "http://localhost:3000"',
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
    [{ server: 'server.js' }, 'target.server: must be a function that starts a server (was "server.js")'],
  ])('%j is refused', (target, message) => {
    expect(messageOf({ ...minimal, target })).toBe(message)
  })

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

  test('a server is kept as the function it is', () => {
    expect(resolveConfig({ ...minimal, target: { server } }).target).toEqual({ kind: 'server', server })
  })
})
