import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@benchpress/core'
import { formatBytes, formatNumber, plural } from '@benchpress/core/report'
import { printable } from './texts.ts'

/** Names the machine of a run: `AMD EPYC 7B13 (2 cores, 8.2 GB), linux x64`. */
export function machineLine({ cpu, memory, os, arch, container }: Environment): string {
  const cores = cpu.usable === cpu.count ? plural(cpu.count, 'core') : `${formatNumber(cpu.usable)} of ${plural(cpu.count, 'core')}`
  const bytes = formatBytes(memory.limit ?? memory.total)
  return printable(`${cpu.model} (${cores}, ${bytes}), ${os} ${arch}${container ? ', in a container' : ''}`)
}

/** Names the tool and its versions: `benchpress 1.0.0 with autocannon 9.0.0 on Node.js 26.10.0`. */
export function toolLine({ benchpress, autocannon, node }: Environment): string {
  return `benchpress ${benchpress} with autocannon ${autocannon} on Node.js ${node.replace(/^v/, '')}`
}

/** Shows the place of a module: a file by its path from a folder, a package by its name. */
export function showModule(module: string, cwd: string): string {
  if (!module.startsWith('file:') && !isAbsolute(module)) return module
  return relative(cwd, module.startsWith('file:') ? fileURLToPath(module) : module)
}
