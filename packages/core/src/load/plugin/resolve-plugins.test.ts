import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { findVersion } from './resolve-plugins.ts'

describe('the version of a plugin', () => {
  test('is that of the package that a module belongs to, by its URL or its name', async () => {
    const manifest = await writeModule('package.json', '{ "version": "3.2.1" }')
    expect(await findVersion(pathToFileURL(join(manifest, '../dist/deep/plugin.js')).href)).toBe('3.2.1')
    expect(await findVersion('zod')).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('is passed over in a manifest that has none, as those that only name a kind of module', async () => {
    const nameless = await writeModule('package.json', '{ "type": "module" }')
    expect(await findVersion(pathToFileURL(join(nameless, '../plugin.js')).href)).toBeNull()
  })

  test.each(['data:text/javascript,', '@benchpress/plugin-gone', 'file://%'])('is not known of %s', async (module) => {
    expect(await findVersion(module)).toBeNull()
  })
})
