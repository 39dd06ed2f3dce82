import { Router } from '@neabyte/deserve'

const router = new Router({ prefix: './routes', extension: '.ts' })

router.serve(8000)
