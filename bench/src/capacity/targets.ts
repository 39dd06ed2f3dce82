import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingProgram } from '../find-program.ts'

/** A server whose capacity is measured, as a single process of its own. */
export interface CapacityTarget {
  readonly name: string
  /** Returns why the server cannot be measured here, or `undefined` when it can. */
  prepare(): Promise<string | undefined>
  /** The command of the server; files that it needs go into `temporary`. */
  command(port: number, temporary: string): Promise<readonly string[]>
}

/** All targets. Each responds to `GET /test` with the same body, and `GET /count` with the number of its requests. */
export const capacityTargets: readonly CapacityTarget[] = [
  onNode('node'),
  onNode('fastify'),
  {
    name: 'nginx',
    prepare: async () => await missingProgram('nginx', 'Debian: apt-get install nginx', '-v'),
    command: async (port, temporary) => {
      const config = join(temporary, 'nginx.conf')
      await writeFile(config, nginxConfig(port, temporary))
      return ['nginx', '-p', temporary, '-c', config, '-e', 'stderr']
    },
  },
  {
    name: 'deno',
    prepare: async () => await missingProgram(denoProgram(), 'npm package deno', '--version'),
    command: (port) => Promise.resolve([denoProgram(), 'run', '--allow-net', '--allow-env', scriptOf('fetch-server'), String(port)]),
  },
  {
    name: 'bun',
    prepare: async () => await missingProgram('bun', 'npm package bun', '--version'),
    command: (port) => Promise.resolve(['bun', scriptOf('fetch-server'), String(port)]),
  },
]

function onNode(name: 'node' | 'fastify'): CapacityTarget {
  return {
    name,
    prepare: () => Promise.resolve(undefined),
    command: (port) => Promise.resolve([process.execPath, scriptOf('node-server'), name, String(port)]),
  }
}

// The binary of an example's package rather than the script around it, or else the one on the PATH.
function denoProgram(): string {
  try {
    const example = createRequire(new URL('../../../examples/hypha/package.json', import.meta.url))
    const own = createRequire(example.resolve('deno/package.json'))
    return join(dirname(own.resolve(`@deno/${process.platform}-${process.arch}-glibc/package.json`)), 'deno')
  } catch {
    return 'deno'
  }
}

function scriptOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
}

// One process without a log and with connections that are never closed, like the other servers.
function nginxConfig(port: number, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`)
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {
  worker_connections 4096;
}
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
${temporary.join('\n')}
  server {
    listen 127.0.0.1:${port};
    location = /test {
      default_type application/json;
      return 200 '{"hello":"world!"}';
    }
    location = /count {
      stub_status;
    }
  }
}
`
}
