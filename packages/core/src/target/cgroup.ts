import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A setting under the names that it has in both versions of control groups. */
export interface CgroupSetting {
  readonly controller: 'cpu' | 'memory'
  /** File names; a setting of version 1 may be spread over several. */
  readonly v1: readonly string[]
  readonly v2: string
}

/**
 * Reads a setting of this process' control group and of each group around it, as every one of them limits it.
 *
 * Gives one text for each group that has the setting; those of several files are joined by a space. Empty outside of Linux.
 *
 * @param root where the file system starts; another directory for tests
 */
export function readCgroup({ controller, v1, v2 }: CgroupSetting, root = '/'): string[] {
  const texts: string[] = []
  for (const line of (readText(join(root, 'proc/self/cgroup')) ?? '').split('\n')) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers.split(',').includes(controller)) {
      texts.push(...readUpwards([join(root, 'sys/fs/cgroup', controllers), join(root, 'sys/fs/cgroup', controller)], path, v1))
    } else if (line.startsWith('0::')) {
      texts.push(...readUpwards([join(root, 'sys/fs/cgroup')], path, [v2]))
    }
  }
  return texts
}

function readUpwards(mounts: readonly string[], path: string, files: readonly string[]): string[] {
  const texts: string[] = []
  for (const mount of mounts) {
    // A container may see only its own group, at the mount point, and still be told the path that it has outside.
    for (let group = join('/', path); ; group = dirname(group)) {
      const values = files.map((file) => readText(join(mount, group, file))?.trim())
      if (values.every((value) => value !== undefined)) texts.push(values.join(' '))
      if (group === '/') break
    }
  }
  return texts
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
