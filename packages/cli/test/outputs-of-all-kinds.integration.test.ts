import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTool } from '../../../test/tools.ts'
import { recordedResult } from '../../report/test/recorded-results.ts'
import { startServer, type StartedServer } from './start-server.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))
let server: StartedServer
let folder = ''
let json = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-kinds-'))
  server = await startServer((_request, response) => response.end('hello'))
  await writeFile(join(folder, 'a.json'), JSON.stringify(recordedResult('connections')))
  json = (await inShell('"$@" -o whole.json -q', 'report', 'a.json')) && (await readFile(join(folder, 'whole.json'), 'utf8'))
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Runs a line of a shell in which `"$@"` is the command; resolves with its exit code and stderr. */
async function inShell(line: string, ...args: readonly string[]): Promise<string> {
  return await new Promise((resolve) => {
    execFile('sh', ['-c', line, 'sh', process.execPath, bin, ...args], { cwd: folder }, (error, _stdout, stderr) => {
      resolve(`${error === null ? 0 : (error.code ?? '')}\n${stderr}`)
    })
  })
}

const read = async (name: string): Promise<string> => await readFile(join(folder, name), 'utf8')

describe.skipIf(process.platform === 'win32')('an output', () => {
  test('goes to stdout and through pipes', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await inShell('"$@" -q -o json=/dev/stdout >redirected.json', 'report', 'a.json')).toBe('0\n')
    expect(await inShell('"$@" -q -o json=/dev/stdout | cat >piped.json', 'report', 'a.json')).toBe('0\n')
    expect(await inShell('cat pipe >through.json & "$@" -q -o json=pipe; code=$?; wait; exit $code', 'report', 'a.json')).toBe('0\n')
    for (const name of ['redirected.json', 'piped.json', 'through.json']) expect(await read(name), name).toBe(json)
  })

  test('of each second goes to stdout, before the verdict', async () => {
    await inShell('"$@" -o ndjson=/dev/stdout -q >seconds.txt', server.url, '-n', '20', '-c', '2')
    const lines = (await read('seconds.txt')).split('\n')
    const ended = lines.findIndex((line) => line.startsWith('{"type":"end"'))
    expect([lines[0], lines.slice(ended + 1).join('\n')]).toEqual([
      expect.stringContaining('{"type":"start"'),
      expect.stringMatching(/^Verdict: /m),
    ])
  })

  test('of each second does not wait for who reads its pipe', { timeout: 60_000 }, async () => {
    execFileSync('mkfifo', [join(folder, 'unread.ndjson')])
    expect(await inShell('"$@" -o unread.ndjson -q', server.url, '-n', '20', '-c', '2')).toMatch(
      /^1\n.*unread\.ndjson could not be written to its end: ENXIO/,
    )
  })
})

describe.skipIf(!hasTool('iproute2') || spawnSync('unshare', ['-m', 'true']).status !== 0)('on a file system of its own, an output', () => {
  const isolated = (line: string): Promise<string> => inShell(`unshare -m sh -c '${line}' "$@"`, bin)

  test('is written to a file that is mounted', async () => {
    await writeFile(join(folder, 'outside.json'), 'old')
    await writeFile(join(folder, 'mounted.json'), '')
    const mount = 'mount --bind outside.json mounted.json'
    expect(await isolated(`${mount} && exec "$0" "$1" report a.json -q -o mounted.json`)).toBe('0\n')
    expect(await read('outside.json')).toBe(json)
  })

  test('is kept elsewhere on a full disk, which keeps what it had', async () => {
    const line = `mkdir -p full && mount -t tmpfs -o size=64k none full && echo old >full/result.json
      head -c 60000 /dev/zero >full/rest; "$0" "$1" report a.json -q -o full/result.json; code=$?
      cp full/result.json had.json; ls full >files.txt; exit $code`
    const [code, stderr = ''] = (await isolated(line)).split('\n')
    const kept = /full\/result\.json could not be written: ENOSPC: .*; it is in (.*)$/.exec(stderr)?.[1] ?? ''
    expect([code, await readFile(kept, 'utf8')], stderr).toEqual(['1', json])
    expect([await read('had.json'), await read('files.txt')]).toEqual(['old\n', 'rest\nresult.json\n'])
  })

  test('leaves no part of it where the folder for temporary files is full, too', async () => {
    const line = `mkdir -p full && mount -t tmpfs -o size=64k none full && head -c 60000 /dev/zero >full/rest
      TMPDIR=$PWD/full "$0" "$1" report a.json -q -o full/result.json; code=$?; find full -name "result*" >parts.txt; exit $code`
    const [code, stderr] = (await isolated(line)).split('\n')
    expect([code, stderr]).toEqual(['1', expect.stringMatching(/full\/result\.json could not be written: ENOSPC: [^;]*$/)])
    expect(await read('parts.txt')).toBe('')
  })

  test('is refused before the run where nothing can be written', async () => {
    const line = `mkdir -p fixed && mount -t tmpfs none fixed && touch fixed/a.json && mount -o remount,ro fixed
      exec "$0" "$1" ${server.url} -n 5 -o fixed/a.json -o fixed/b.json -o c.json`
    const end = await isolated(line)
    expect(end.split('\n').filter((line_) => line_.includes('EROFS'))).toHaveLength(2)
    expect(end).toMatch(/^2\n/)
    expect(await readdir(folder)).not.toContain('c.json')
  })
})
