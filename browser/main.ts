/** The script of every page. What only some pages need is loaded by those. */
import './styles/style.css';

if (document.querySelector('button.copy')) void import('./copy.ts').then(({ addCopying }) => addCopying(document));
