/** `scheduled` waits for its time outside its lane; `superseded` is an edit that a later edit of the same message replaced. */
export type DeliveryState = 'scheduled' | 'waiting' | 'sending' | 'delivered' | 'superseded' | 'dead';
