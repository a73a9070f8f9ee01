import { defineConfig } from 'vite';

const SERVER = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8000';

/** GraphiQL's style sheet carries its fonts inside; the explorer uses the reader's own. */
const withoutWebFonts = {
  name: 'without-web-fonts',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id.includes('graphiql') && id.includes('.css')) return code.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
  },
};

export default defineConfig({
  base: './',
  plugins: [withoutWebFonts],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { main: 'index.html', explorer: 'explorer/index.html' },
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: { '/graphql': { target: SERVER, ws: true }, '/exports': SERVER },
  },
});
