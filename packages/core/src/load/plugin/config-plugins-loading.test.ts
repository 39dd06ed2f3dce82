import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { findVersion } from './config-plugins.ts'

describe('the version of a plugin', () => {
  test('the version of a plugin is that of the package of its module, by URL or name', async () => {
    const manifest = await writeModule('package.json', '{ "version": "3.2.1" }')
    const module = join(manifest, '../dist/deep/plugin.js')
    await mkdir(dirname(module), { recursive: true })
    await writeFile(module, '')
    expect(await findVersion(pathToFileURL(module).href)).toBe('3.2.1')
    expect(await findVersion('zod')).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('a package without a version has none', async () => {
    const nameless = await writeModule('package.json', '{ "type": "module" }')
    expect(await findVersion(pathToFileURL(nameless).href)).toBeNull()
  })

  test.each(['data:text/javascript,', '@benchpress/plugin-gone', 'file://%'])('%s has no version', async (module) => {
    expect(await findVersion(module)).toBeNull()
  })
})
