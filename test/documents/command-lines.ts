import type { Block } from './read-blocks.ts'

/** A line of a block of commands. */
export interface CommandLine {
  /** The command without its comment. */
  readonly command: string
  /** The exit code that its comment names, as in `# exit 99`; else 0. */
  readonly exitCode: number
}

/** Reads the lines of a block of commands. */
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

/** Whether a line is run: `benchpress`, or `cd` to a folder of the repository. */
export function isOurs(command: string): boolean {
  return /^(?:npx )?benchpress\b/.test(command) || command.startsWith('cd ')
}

/** Lines that are not run with the documentation, each with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  'npm test': 'runs these tests, or those of an example that they run, too',
  'npm i -D @benchpress/cli': 'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/core @benchpress/report':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i @benchpress/plugin-options valibot':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/plugin-socketio':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/plugin-sse @benchpress/plugin-socketio':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/plugin-sse':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/example-preset-shop':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'npm i -D @benchpress/cli @benchpress/example-plugin-resp':
    'installs from the registry; test/packed-install.long.test.ts installs what would be published',
  'git clone https://github.com/benchpress/benchpress.git && cd benchpress': 'test/clean-clone.long.test.ts does it',
  'npm run bench http': 'takes minutes',
  'npm run bench http -- --rounds 1 --seconds 2': 'measures a machine that nothing else uses',
  'npm run bench http -- --case 500x10 --json out.json': 'measures a machine that nothing else uses',
  'npm run bench http -- --profile profiles': 'measures a machine that nothing else uses',
  'benchpress preset nestjs --scale 0.1 -d 20s -o reports/':
    'takes minutes; packages/presets/test/preset-nestjs.long.test.ts writes the same pages of a smaller load',
  'npm run bench capacity': 'takes more than an hour',
  'npm run bench capacity -- --quick --target nginx': 'measures a machine that nothing else uses',
  'npm run bench rate': 'takes minutes',
  'npm run bench journeys': 'takes minutes',
  'npm run bench sse': 'takes minutes',
  'npm run bench socketio': 'takes minutes',
  'node src/server.ts --port 8081': 'runs until it is stopped; examples/bridge/test/process.integration.test.ts starts it',
  "curl -N 'http://localhost:8081/events?client_id=wallet'": 'runs until it is stopped',
  "curl 'http://localhost:8081/message?client_id=app&to=wallet&ttl=300' -d SGVsbG8=": 'needs the server that is not run',
  'PORT=9640 node src/server.ts': 'runs until it is stopped; examples/hypha/test/server.integration.test.ts starts it',
  'PORT=8080 NODES=3 node src/cluster.ts': 'runs until it is stopped; examples/hypha/test/cluster.long.test.ts starts it',
  "curl 'http://localhost:9640/default/services/benchmark-service/math.multiply?a=9&b=22'": 'needs the server that is not run',
  "benchpress http://localhost:3000/items --find max-rate --slo 'p99 < 50ms, error < 0.1%' -d 10":
    'takes minutes; packages/cli/test/find.integration.test.ts runs one that ends soon',
  "benchpress run --find max-rate --slo 'p99 < 50ms'": 'takes minutes; packages/cli/test/find.integration.test.ts runs one that ends soon',
  'npx benchpress preset hypha:compare --scale 0.1': 'takes minutes; hypha:burst is run',
  'benchpress preset hypha --scale 0.1': 'takes minutes; hypha:burst is run',
  'benchpress preset hypha:compare --mode batch': 'takes minutes; hypha:burst is run',
  'benchpress preset hypha:cluster --url :8080,:8081,:8082': 'needs a cluster that is running',
  'benchpress preset hypha:compare --url single=:9640 --url cluster=:8080,:8081,:8082':
    'needs servers that are running; packages/presets/test/preset-compare.long.test.ts starts some',
  'benchpress preset nestjs --url single-core=:3000 --url multi-core=:3001': 'needs two services that are running',
  'benchpress preset nestjs --tokens t.csv -- single-core=env CLUSTER_WORKERS=0 npm start -- multi-core=env CLUSTER_WORKERS=auto npm start':
    'needs the service',
  'node src/server.ts --port 4000': 'runs until it is stopped; examples/toska/test/process.integration.test.ts starts it',
  'curl -X PUT http://localhost:4000/kv/hello -d \'{"value":"world"}\'': 'needs the server that is not run',
  'curl http://localhost:4000/kv/hello': 'needs the server that is not run',
  'npx benchpress preset toska -d 5s': 'takes two minutes; packages/presets/test/preset-toska.long.test.ts runs all of it, smaller',
  'benchpress preset toska -d 5s': 'takes two minutes; packages/presets/test/preset-toska.long.test.ts runs all of it, smaller',
  "benchpress preset toska -d 5s -o 'reports/{date}/'":
    'takes two minutes; packages/presets/test/preset-toska.long.test.ts runs all of it, smaller',
  'benchpress preset toska:redis': 'needs a redis-server',
  'PERF_DATASET_SIZE=1000 benchpress preset toska:micro --with-snapshot --function-time 1s':
    'sets a variable; packages/presets/test/preset-toska.long.test.ts does',
  'BASE_URL=http://localhost:4000 K6_VUS=20 benchpress preset toska:kv':
    'needs a store; packages/presets/test/preset-toska.long.test.ts starts one',
  'node src/bench.ts 10s': 'is the program of an example, in its folder',
  'npx benchpress preset deserve -- deno run --allow-net --allow-read main.ts': 'needs Deno',
  'benchpress preset deserve -- deno run -A main.ts': 'needs Deno',
  'benchpress preset bridge --url http://localhost:3000 --metrics-url http://localhost:3001/metrics': 'needs the bridge in Rust',
  'benchpress preset bridge --url http://localhost:8081/bridge --id-format hex64 --ttl 300': 'needs the bridge in Go',
  'PORT=3000 CLUSTER_WORKERS=2 node src/server.ts': 'is the server of an example, in its folder',
  'benchpress preset nestjs --scale 0.1 -d 20s': 'takes minutes; packages/presets/test/preset-nestjs.long.test.ts runs a part of it',
  'npx benchpress preset nestjs --scale 0.1 -d 20s': 'takes minutes; packages/presets/test/preset-nestjs.long.test.ts runs a part of it',
  'benchpress preset nestjs:load --runs 4': 'takes minutes; packages/presets/test/preset-nestjs.long.test.ts runs a part of it',
  'benchpress preset nestjs:websocket --profile smoke': 'takes minutes; packages/presets/test/preset-nestjs.long.test.ts runs a part of it',
  'benchpress preset nestjs:load --profile smoke': 'takes minutes; packages/presets/test/preset-nestjs.long.test.ts runs a part of it',
  'benchpress preset @acme/benchpress-preset-shop:reads -d 5s': 'test/packed-install.long.test.ts runs it under its name',
}
