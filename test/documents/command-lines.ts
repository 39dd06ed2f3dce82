import type { Block } from './read-blocks.ts'

/** A line of a block of commands. */
export interface CommandLine {
  /** Without its comment. */
  readonly command: string
  /** The exit code that its comment names, as in `# exit 99`; else 0. */
  readonly exitCode: number
}

/** The lines of a block of commands. */
export function commandLinesOf({ text }: Block): CommandLine[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => {
      const [, command = '', comment = ''] = /^(.*?)(?:(?:^|\s+)#\s*(.*))?$/.exec(line) ?? []
      return { command: command.trim(), exitCode: Number(/\bexit (\d+)/.exec(comment)?.[1] ?? 0) }
    })
    .filter(({ command }) => command !== '')
}

/** Whether a line is one of ours, which is run: `benchpress`, or `cd` to a folder of the repository. */
export function isOurs(command: string): boolean {
  return /^(?:npx )?benchpress\b/.test(command) || command.startsWith('cd ')
}

/** Lines that are not run with the documentation, each with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  'npm test': 'runs these tests, too',
  'npm test -- examples/vitest': 'is run with all other tests',
  'npm i -D @benchpress/cli': 'installs from the registry; test/packed-install.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/plugin-socketio':
    'installs from the registry; test/packed-install.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/plugin-sse':
    'installs from the registry; test/packed-install.test.ts installs what would be published',
  'git clone https://github.com/benchpress/benchpress.git && cd benchpress': 'test/clean-clone.test.ts does it',
  'npm run bench http': 'takes minutes',
  'npm run bench http -- --rounds 1 --seconds 2': 'measures a machine that nothing else uses',
  'npm run bench http -- --case 500x10 --json out.json': 'measures a machine that nothing else uses',
  'npm run bench http -- --profile profiles': 'measures a machine that nothing else uses',
  'npm run bench rate': 'takes minutes',
  'npm run bench journeys': 'takes minutes',
  'npm run bench sse': 'takes minutes',
  'node src/server.ts --port 8081': 'runs until it is stopped; examples/bridge/test/process.test.ts starts it',
  "curl -N 'http://localhost:8081/events?client_id=wallet'": 'runs until it is stopped',
  "curl 'http://localhost:8081/message?client_id=app&to=wallet&ttl=300' -d SGVsbG8=": 'needs the server that is not run',
  'node test/measure-cpu.ts 10 4000 2000': 'measures a machine that nothing else uses',
  'node src/bench.ts 10s': 'is the program of an example, in its folder',
  'npx benchpress preset deserve -- deno run --allow-net --allow-read main.ts': 'needs Deno',
  'benchpress preset deserve -- deno run -A main.ts': 'needs Deno',
  'benchpress preset bridge --url http://localhost:3000 --metrics-url http://localhost:3001/metrics': 'needs the bridge in Rust',
  'benchpress preset bridge --url http://localhost:8081/bridge --id-format hex64 --ttl 300': 'needs the bridge in Go',
  'PORT=3000 CLUSTER_WORKERS=2 node src/server.ts': 'is the server of an example, in its folder',
}
