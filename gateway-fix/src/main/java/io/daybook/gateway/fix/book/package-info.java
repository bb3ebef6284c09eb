/**
 * What sessions of FIX have asked, have been told and still own: a pure fold over results, and its records. It knows
 * neither QuickFIX/J nor decimals: prices are ticks, quantities lots.
 */
@NullMarked
package io.daybook.gateway.fix.book;

import org.jspecify.annotations.NullMarked;
