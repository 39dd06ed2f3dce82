import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { findVersion } from './config-plugins.ts'

describe('the version of a plugin', () => {
  test('the version of a plugin is that of the package of its module, by URL or name', async () => {
    const manifest = await writeModule('package.json', '{ "version": "3.2.1" }')
    expect(await findVersion(pathToFileURL(join(manifest, '../dist/deep/plugin.js')).href)).toBe('3.2.1')
    expect(await findVersion('zod')).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('a package.json without a version, which only names a kind of module, is skipped', async () => {
    const nameless = await writeModule('package.json', '{ "type": "module" }')
    expect(await findVersion(pathToFileURL(join(nameless, '../plugin.js')).href)).toBeNull()
  })

  test.each(['data:text/javascript,', '@benchpress/plugin-gone', 'file://%'])('%s has no version', async (module) => {
    expect(await findVersion(module)).toBeNull()
  })
})
