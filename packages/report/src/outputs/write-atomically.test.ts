import { existsSync, lstatSync, statSync } from 'node:fs'
import { chmod, chown, link, lstat, mkdir, mkdtemp, open, readFile, readdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeOrKeep } from './keep-file.ts'
import { findWriteProblem, writeAtomically } from './write-atomically.ts'

const isRoot = process.getuid?.() === 0
let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-whole-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

describe('a file that is written as a whole', () => {
  test('is made from a text or from pieces, in a folder that has gone meanwhile', async () => {
    await mkdir(at('out'))
    expect(await findWriteProblem(at('out/a.json'))).toBeUndefined()
    await rmdir(at('out'))
    await writeAtomically(at('out/a.json'), 'text')
    await writeAtomically(at('out/b.json'), () => ['pie', 'ces'])
    expect([await readFile(at('out/a.json'), 'utf8'), await readFile(at('out/b.json'), 'utf8')]).toEqual(['text', 'pieces'])
    expect(await readdir(at('out'))).toHaveLength(2)
  })

  test.runIf(process.platform !== 'win32')(
    'keeps its mode, whatever new files get, and is another file for who reads the old one',
    async () => {
      await writeFile(at('secret.json'), 'old')
      for (const mode of [0o600, 0o666, 0o640]) {
        await chmod(at('secret.json'), mode)
        await using reader = await open(at('secret.json'))
        const before = await readFile(at('secret.json'), 'utf8')
        await writeAtomically(at('secret.json'), `new ${mode}`)
        expect([statSync(at('secret.json')).mode & 0o777, await reader.readFile('utf8')]).toEqual([mode, before])
      }
    },
  )

  test.runIf(isRoot)('keeps its owner', async () => {
    await writeFile(at('theirs.json'), 'old')
    await chown(at('theirs.json'), 1234, 2345)
    await writeAtomically(at('theirs.json'), 'new')
    const { uid, gid } = statSync(at('theirs.json'))
    expect([uid, gid, await readFile(at('theirs.json'), 'utf8')]).toEqual([1234, 2345, 'new'])
  })

  test('is found by a link, also by one that leads to a file that is not there yet', async () => {
    await mkdir(at('real'))
    await symlink('real', at('folder'))
    await symlink('../real/a.json', at('real/link.json'))
    await symlink('link.json', at('folder/second.json'))
    for (const text of ['first', 'second']) {
      expect(await findWriteProblem(at('folder/second.json'))).toBeUndefined()
      await writeAtomically(at('folder/second.json'), text)
      expect(await readFile(at('real/a.json'), 'utf8')).toBe(text)
    }
    expect((await readdir(at('real'))).toSorted()).toEqual(['a.json', 'link.json', 'second.json'])
    expect((await lstat(at('real/second.json'))).isSymbolicLink()).toBe(true)
  })

  test('is the same file under its other name', async () => {
    await writeFile(at('a.json'), 'old')
    await link(at('a.json'), at('b.json'))
    await writeAtomically(at('a.json'), 'new')
    expect(await readFile(at('b.json'), 'utf8')).toBe('new')
  })

  test.runIf(existsSync('/dev/null'))('a device takes it, and stays one', async () => {
    await symlink('/dev/null', at('null.json'))
    for (const path of ['/dev/null', at('null.json')]) {
      expect(await findWriteProblem(path)).toBeUndefined()
      await writeAtomically(path, 'text')
    }
    expect([lstatSync('/dev/null').isCharacterDevice(), lstatSync(at('null.json')).isSymbolicLink()]).toEqual([true, true])
  })
})

describe('a file that cannot be written', () => {
  test('is refused before the run where that is known: a folder, a file as a folder, links in a circle', async () => {
    await writeFile(at('file'), '')
    await mkdir(at('folder.json'))
    await symlink('b.json', at('a.json'))
    await symlink('a.json', at('b.json'))
    const problems = await Promise.all(['folder.json', 'file/a.json', 'a.json'].map((name) => findWriteProblem(at(name))))
    expect(problems.map((problem) => problem?.message)).toEqual([
      'is a folder',
      expect.stringContaining('is a file, not a folder'),
      expect.stringContaining('ELOOP'),
    ])
    expect(await readdir(folder)).toHaveLength(4)
  })

  test.runIf(existsSync('/dev/full'))('is kept, whole, where its disk is full', async () => {
    await symlink('/dev/full', at('full.json'))
    for (const path of ['/dev/full', at('full.json')]) {
      const kept = /: ENOSPC: .*; it is in (.*)$/.exec((await writeOrKeep(path, 'text')) ?? '')?.[1] ?? ''
      expect([await readFile(kept, 'utf8'), kept.startsWith('/dev')]).toEqual(['text', false])
    }
  })

  test('is kept with its name, where a file has taken the place of its folder', async () => {
    await writeFile(at('out'), '')
    const sentences = await Promise.all(['out/a.json', 'out/b.json'].map((name) => writeOrKeep(at(name), name)))
    const kept = sentences.map((sentence) => sentence?.split('; it is in ')[1] ?? '')
    expect(await Promise.all(kept.map((path) => readFile(path, 'utf8')))).toEqual(['out/a.json', 'out/b.json'])
    expect(kept.every((path) => path.startsWith(tmpdir()) && path.includes('/out/'))).toBe(true)
    expect(await readdir(folder)).toEqual(['out'])
  })
})
