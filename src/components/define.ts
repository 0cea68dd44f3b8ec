// `footbridge/components/define`: for a page that has elements in its markup and wants nothing else.
import { defineElements } from './define-elements.ts';

defineElements();
