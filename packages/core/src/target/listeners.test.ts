import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Address } from '../load/wire/address.ts'
import { findListeners } from './listeners.ts'

/** A file system whose /proc has some sockets, and processes that hold them: `nginx: [1, 2]`, the first with the number 101. */
function fileSystem(
  { tcp = [], tcp6 = [], unix = [] }: Readonly<Record<string, readonly string[]>>,
  held: Readonly<Record<string, readonly number[]>>,
): string {
  const root = mkdtempSync(join(tmpdir(), 'listeners-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'proc/net'), { recursive: true })
  const rest = '00000000:00000000 00:00000000 00000000  1000        0'
  const tcpRows = (rows: readonly string[]): string =>
    rows.map((row, number) => `   ${number}: ${row.replace(/ (\d+)$/, ` ${rest} $1`)} 1 0 100 0 0 10 0\n`).join('')
  writeFileSync(join(root, 'proc/net/tcp'), `  sl  local_address rem_address   st\n${tcpRows(tcp)}`)
  writeFileSync(join(root, 'proc/net/tcp6'), `  sl  local_address rem_address   st\n${tcpRows(tcp6)}`)
  writeFileSync(
    join(root, 'proc/net/unix'),
    `Num       RefCount Protocol Flags    Type St Inode Path\n${unix.map((row) => `0000000000000000: 00000002 00000000 ${row}\n`).join('')}`,
  )
  for (const [index, [name, sockets]] of Object.entries(held).entries()) {
    const folder = join(root, `proc/${101 + index}`)
    mkdirSync(join(folder, 'fd'), { recursive: true })
    symlinkSync(`/usr/bin/${name.replace(/#.*/, '')}`, join(folder, 'exe'))
    symlinkSync('/dev/null', join(folder, 'fd/0'))
    for (const [number, inode] of sockets.entries()) symlinkSync(`socket:[${inode}]`, join(folder, `fd/${number + 1}`))
  }
  return `${root}/`
}

function at(host: string): Address {
  return { kind: 'tcp', host, port: 3000, family: host.includes(':') ? 6 : 4 }
}

/** Names of the processes that listen at an address. */
function namesAt(address: Address, root: string): readonly string[] | undefined {
  return findListeners([address], root)?.[0]?.map(({ name }) => name)
}

// Port 3000 in hexadecimal digits.
const port = '0BB8'
const local = `0100007F:${port} 00000000:0000 0A`
const anywhere = `00000000:${port} 00000000:0000 0A`
const zeros = '0'.repeat(24)
const local6 = `${zeros}01000000:${port} ${zeros}00000000:0000 0A`
const anywhere6 = `${zeros}00000000:${port} ${zeros}00000000:0000 0A`
const mapped = `0000000000000000FFFF00000100007F:${port} ${zeros}00000000:0000 0A`

test.each([
  ['of its address', '127.0.0.1', { tcp: [`${local} 1`] }, ['server']],
  ['of all addresses', '127.0.0.1', { tcp: [`${anywhere} 1`] }, ['server']],
  ['of all addresses of both families', '127.0.0.1', { tcp6: [`${anywhere6} 1`] }, ['server']],
  ['of its address, written for the other family', '127.0.0.1', { tcp6: [`${mapped} 1`] }, ['server']],
  ['of its address of version 6', '::1', { tcp6: [`${local6} 1`] }, ['server']],
  ['of all addresses of version 6', '::1', { tcp6: [`${anywhere6} 1`], tcp: [`${anywhere} 2`] }, ['server']],
  ['of its address, beside another of all', '127.0.0.1', { tcp: [`${anywhere} 2`, `${local} 1`], tcp6: [`${anywhere6} 2`] }, ['server']],
  ['of its family, beside another of both', '127.0.0.1', { tcp: [`${anywhere} 1`], tcp6: [`${anywhere6} 2`] }, ['server']],
  ['of the loopback address, for the unspecified one', '0.0.0.0', { tcp: [`${local} 1`] }, ['server']],
  ['that does not listen', '127.0.0.1', { tcp: [`0100007F:${port} 0100007F:C350 01 1`] }, []],
  ['of another port', '127.0.0.1', { tcp: ['0100007F:0BB9 00000000:0000 0A 1'] }, []],
  ['of another address', '127.0.0.1', { tcp: [`0200007F:${port} 00000000:0000 0A 1`], tcp6: [`${local6} 1`] }, []],
])('a target is the process that holds the socket %s: %s', (_, host, sockets, names) => {
  expect(namesAt(at(host), fileSystem(sockets, { other: [2], server: [3, 1], idle: [] }))).toEqual(names)
})

test('all processes that share a port are the target, by one socket or by sockets of their own', () => {
  const root = fileSystem({ tcp: [`${local} 1`, `${local} 2`] }, { node: [1], 'node#worker': [1], other: [9], 'node#reuse': [2] })
  expect(findListeners([at('127.0.0.1')], root)).toEqual([[101, 102, 104].map((pid) => ({ pid, name: 'node' }))])
})

test('several servers have a list of processes each, empty where the system hides them', () => {
  const root = fileSystem({ tcp: [`${local} 1`, `0100007F:0BB9 00000000:0000 0A 7`] }, { node: [1] })
  const addresses = [3000, 3001, 3002].map((each): Address => ({ kind: 'tcp', host: '127.0.0.1', port: each, family: 4 }))
  expect(findListeners(addresses, root)).toEqual([[{ pid: 101, name: 'node' }], [], []])
})

test('what only opened the socket of a service is not the target', () => {
  expect(namesAt(at('127.0.0.1'), fileSystem({ tcp: [`${local} 1`] }, { systemd: [1], sshd: [1] }))).toEqual(['sshd'])
  expect(namesAt(at('127.0.0.1'), fileSystem({ tcp: [`${local} 1`] }, { systemd: [1] }))).toEqual([])
})

test.each([
  ['its path', ['00010000 0001 01  1 /run/app.sock']],
  ['its path, which it was bound to again', ['00010000 0001 01  2 /run/app.sock', '00010000 0001 01  12 /run/app.sock']],
  ['a path relative to its folder', ['00010000 0001 01  1 app.sock']],
])('a Unix socket is found by %s', (_, unix) => {
  expect(namesAt({ kind: 'unix', path: '/run/app.sock' }, fileSystem({ unix }, { old: [2], server: [1, 12] }))).toEqual(['server'])
})

test('a Unix socket that does not listen, or has another path, is of no target', () => {
  const unix = ['00000000 0001 03  1 /run/app.sock', '00010000 0001 01  1 /run/my-app.sock', '00010000 0001 01  1 pp.sock']
  expect(namesAt({ kind: 'unix', path: '/run/app.sock' }, fileSystem({ unix }, { server: [1] }))).toEqual([])
})

test('a system without a list of its sockets has no answer', () => {
  expect(findListeners([at('127.0.0.1')], '/nowhere/')).toBeUndefined()
})
