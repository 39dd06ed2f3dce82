import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/trust/empty-folder.ts'
import { packageVersions, ownPackageOf } from './versions.ts'

test('a file belongs to the package around it, if that is a package of benchpress', async () => {
  const folder = await emptyFolder()
  const file = join(folder, 'src/a.journey.ts')
  await mkdir(join(folder, 'src'))
  await writeFile(file, 'import { journey } from "@benchpress/core"')
  // There is no package.json in any parent folder.
  expect(await ownPackageOf(file)).toBeUndefined()
  await writeFile(join(folder, 'package.json'), '{"name":"shop","version":"1.0.0"}')
  expect(await ownPackageOf(file)).toBeUndefined()
  expect(await ownPackageOf(import.meta.filename)).toMatchObject({
    name: '@benchpress/machines',
    folder: join(import.meta.dirname, '../..'),
  })
})

test('everything of another version is named at once', async () => {
  const { node } = process.versions
  const packages = { '@benchpress/core': '9.9.9', '@benchpress/machines': '0.0.0', '@benchpress/none': '1.0.0' }
  await expect(packageVersions({ node: '1.2.3', packages }, [import.meta.url])).rejects.toThrow(
    `Node.js is ${node} here and 1.2.3 where the run was started; @benchpress/core is 0.0.0 here and 9.9.9 where the run was started; @benchpress/none 1.0.0 is not installed here`,
  )
  expect(await packageVersions({ node, packages: { '@benchpress/core': '0.0.0' } }, [import.meta.url])).toMatchObject([
    { name: '@benchpress/core' },
  ])
})
