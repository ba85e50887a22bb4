// VitePress's theme with the fonts of the reader's system and the colours of the program's pages.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default {
  extends: theme,
  enhanceApp({ app }) {
    // A page that cannot be drawn ends the build; without this it would be empty.
    app.config.throwUnhandledErrorInProduction = true;
  },
};
