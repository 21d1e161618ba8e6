import type { Element } from 'domhandler';

/** "message-signature", "ipsEntry__signature"; the "post-signature" of Stack Exchange is a byline. */
const signatureName = /(?:^|[\s_])(?:(?:user|member|message)-?)?signature(?:\s|$)/i;

/** Whether an element is named as the box of an author's signature, or as the signature of a method. */
export const isSignature = ({ attribs }: Element): boolean =>
  attribs['class']?.includes('ignature') === true && signatureName.test(attribs['class']);
