;; The innermost loop of the search by meaning: 16 numbers of 8 bits at a time, in a register of 128 bits. Plain JavaScript takes twenty times as
;; long. It multiplies the rows from $row to $end, each of $bytes, and writes a sum of 32 bits for each to $out. The compiled bytes stand in
;; dot-products.ts: a test compiles this text and compares them.
(module
  (memory (export "memory") 1 65536)
  (func (export "multiply")
    (param $row i32) (param $end i32) (param $bytes i32) (param $query i32) (param $out i32)
    (local $at i32) (local $sum v128) (local $a v128) (local $b v128)
    (block $done (loop $rows
      (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $numbers
        (local.set $a (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $b (v128.load (i32.add (local.get $query) (local.get $at))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b)))
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
        (br_if $numbers (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 16)))
          (local.get $bytes))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
        (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (local.get $bytes)))
      (br $rows)))))
