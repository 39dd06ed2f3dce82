/** The tables of a published document: the title of the preset's table, and all figures of the published one as they are written. */
type Tables = Readonly<Record<string, string>>

/** All figures of the five documents, by preset and table. A new figure is one more word. */
export const documentedFigures: Readonly<Record<string, Tables>> = {
  deserve: {
    'Documented and measured, latency': `13 18 18 24 23 23 33 38 37 42 42 40 24.77 24.92 24.35 5.78 6.56 5.94 138 158 160`,
    'Documented and measured, requests per second': `166,527 162,431 184,191 203,519 200,063 203,391 208,127 211,199 199,249.07 197,789.87 202,628.27 10,504.62
      10,004.33 5,672.56 166,415 162,409 184,142`,
    'Documented and measured, bytes per second': `24.8e6 24.2e6 27.4e6 30.3e6 29.8e6 31e6 31.5e6 29.7e6 29.5e6 30.2e6 1.56e6 1.49e6 846e3`,
    'Documented and measured, in all': `5983e3 5939e3 6083e3 891e6 884e6 906e6`,
  },
  hypha: {
    'Peak performance': `15,513 21.60 100% 11,004 28.76 12,910 6.57 5,477 33.25 9,875 32.04 13,204 47.13`,
    'Individual endpoints': `11,363 3.33 2.00 4.80 13,513 2.99 1.92 4.33 13,157 3.11 2.20 3.80 10,000+ <5.0 1.66 20.32 3.91 33.92`,
    'Single instance and cluster': `15,513 11,004 +41.0% 12,163 4,513 +169.5% 10.78ms 54.57ms -406.4% 10,287 1,671 +515.7%`,
    'Concurrent load': `5 650 6,435 0.61 10 1,300 9,774 0.80 20 1,950 10,209 1.54 50 5,000 8,018 4.95 100 10,000 7,732 9.37 200 25,000 8,453 15.68
      500 50,000 9,875 32.04 1,000 20,000 13,204 47.13 100%`,
    'Performance statistics': `9,875 10,209 11,651 0.32ms 5.59ms 200,000+ 100.00% 0`,
  },
  nestjs: {
    Configuration: `1 12`,
    'HTTP Load Test': `3,145 1,918 1,832 1,227 1,313`,
    'HTTP Load Test, response times': `1 5 2 0.7 0.9 4 3.1 2.9 15 6 2.6 10.9 0.8 2.1 2.2 8.9`,
    'WebSocket Test': `3,145 0 16,150 47/sec 0ms 0.1ms`,
    'HTTP Max Throughput Test': `1,053,088 1,883,311 +79% 15,700 8,452 15,693 +86% 7,248 7 99.9% 53.8% 99.96% ~2,900 ~2,944 ~2,779 ~7,216 +160% 263,377 470,827`,
    'HTTP Max Throughput Test, response times of /api/auctions': `790 856 982 4,965 9,416`,
  },
  toska: {
    'Documented and measured, KV endpoints': `10 480.55 0.45 1.14 1.79 20 952.29 0.59 1.56 4.45 30 1433.89 0.52 1.42 4.07 40 1914.10 0.55 1.49 2.80 0.00%`,
    'Documented and measured, replication endpoints': `10 252.21 0.85 16.81 24.31 20 447.86 1.03 33.06 41.79 30 604.03 1.62 47.13 59.20 40 753.38 1.85 55.34
      68.23 0.00%`,
    'Documented and measured, Redis comparison': `259067.36 20375.35 242130.77 28522.00`,
    'Documented and measured, latency beside Redis': `2.44 2.33 2.96 4.41 0 1.75 1.66 2.09 2.84`,
  },
  bridge: {
    'Documented and measured, counts': `100% 4624462 0 0.00% 1151113 1158168 3618/s 6329 19/s 1151839 3599/s 3596/s`,
    'Documented and measured, times': `639.28ms 211.45µs 105.52ms 5m4s 568.97ms 699.13ms 43.55s 31.18s 1m39s 2m6s 210.41ms 593µs 102.77ms 1.26s 553.35ms 671.27ms`,
  },
}

/** Numbers and files of the documents that are in no table, each with the text of the preset that has it, or the reason why none does. */
export const figuresElsewhere: Readonly<Record<string, readonly (readonly [said: string, where: RegExp | string])[]>> = {
  deserve: [
    ['500 connections, 10 pipelining, 30 seconds', /500 connections with 10 pipelined requests, 30 s, 3 runs/],
    ['30.23s, 30.2s, 30.24s', 'the length of a run is that of its requests here, and a figure of every report'],
    ['11 cores, 18GB RAM', /11 cores, 18 GB/],
    ['30 samples', 'a sample is a second: the number is the length'],
    ['main.ts, routes/test.ts', 'the code under test is in the report, by standIn.code'],
  ],
  hypha: [
    ['1K to 50K requests', /from 1,000 requests, 10 at a time, to 50,000, 500 at a time/],
    ['Scalability, High Availability', 'words without a figure: a property of clusters, which no load shows'],
    ['15,000+ req/sec consistently', /EXCELLENT \(a peak over 15,000\/s/],
    ['Use single instance for maximum performance', /Use single instance for maximum performance/],
    ['STRESS_TEST_SUMMARY.md', 'the repository does not have it'],
    ['2 servers, batches', 'each request goes to the next server'],
  ],
  nestjs: [
    ['40-60% improvement in p99', /40-60% better p99/],
    ['nearly 2x more successful requests', /nearly 2x more successful requests/],
    ['near-linear scaling', /near-linear scaling for reads/],
    ['Redis adapter pub/sub', /adapter pub\/sub/],
    ['CLUSTER_WORKERS=auto', /Use multi-core for HTTP-heavy workloads/],
    ['86% more capacity, 99.96% success', /99\.96% success/],
    ['p99 latency under sustained peak load', 'a page has the percentiles of every second'],
    ['index.html', 'every report folder has it'],
    ['single-core-load-test.html, multi-core-load-test.html', /"load-test"/],
    ['single-core-websocket-test.html, multi-core-websocket-test.html', /"websocket-test"/],
    ['single-core-http-max.html, multi-core-http-max.html', /"http-max"/],
  ],
  toska: [
    ['PERF_DATASET_SIZE 100000', /"default":100000,"variable":"PERF_DATASET_SIZE"/],
    ['PERF_VALUE_SIZE 128', /"default":128,"variable":"PERF_VALUE_SIZE"/],
    ['PERF_MGET_SIZE 10', /"default":10,"variable":"PERF_MGET_SIZE"/],
    ['PERF_LIST_LIMIT 100', /"default":100,"variable":"PERF_LIST_LIMIT"/],
    ['PERF_PARALLEL 1', 'the functions are those of one thread'],
    ['PERF_TIME 5', /"default":5,"variable":"PERF_TIME"/],
    ['PERF_WARMUP 2', /the documented 2 s/],
    ['PERF_INCLUDE_SNAPSHOT', /PERF_INCLUDE_SNAPSHOT/],
    ['PERF_REPLICA_SNAPSHOT_KEYS 1000', /"default":1000,"least":0,"variable":"PERF_REPLICA_SNAPSHOT_KEYS"/],
    ['PERF_REPLICA_AOF_ENTRIES 100', /"default":100,"variable":"PERF_REPLICA_AOF_ENTRIES"/],
    ['PERF_REPLICA_POLL_MS 50', /"default":50,"variable":"PERF_REPLICA_POLL_MS"/],
    ['PERF_REPLICA_TIMEOUT_MS 2000', /"default":2000,"variable":"PERF_REPLICA_TIMEOUT_MS"/],
    ['BASE_URL, K6_VUS, K6_DURATION', /"BASE_URL":"BENCHPRESS_URL","K6_VUS":"BENCHPRESS_USERS","K6_DURATION":"BENCHPRESS_DURATION"/],
    ['KEY_SPACE=10000', /"default":10000,"variable":"K6_KEY_SPACE"/],
    ['env.json, summary.md, baseline-kv-vu10', 'toska-report.test.ts has the files of the folder'],
    ['microbench_*.json', 'a part without a load is printed: it has no result'],
    ['100000 requests, concurrency 50', 'toska.test.ts has the load of the comparison'],
  ],
  bridge: [
    ['2000 subscribed clients', /"default":2000,"isScaled":true/],
    ['4000 messages every second', /"default":4000,"isScaled":true/],
    ['5 different client ids, 10k unique ids', /"says":"ids of each subscriber","default":5/],
    ['sseConnection for 5m10s', /"default":310/],
    ['startTime 5s, gracefulStop 10s and 30s', /from 5 s on for 5 min/],
    ['2 virtual CPU and 6GB', /2 virtual CPUs and 6 GB/],
  ],
}
