import { Router } from '@neabyte/deserve'

// Routes are the files of this folder, by their paths.
const router = new Router({
  prefix: './routes',
  extension: '.ts',
})

router.serve(8000)
